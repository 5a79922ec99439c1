import { describe, expect, it } from 'vitest'
import { sheetSetAside, withSheet } from '../../../../app/render/inline-css'
import { contentSecurityPolicy, inlineParts } from '../../../../app/render/security-policy'

const routerWith = (css: string | undefined, routes = ['__root__', '/']) => ({
  ssr: { manifest: { routes: {}, ...(css !== undefined && { inlineStyle: { attrs: {}, children: css } }) } },
  state: { matches: routes.map((routeId) => ({ routeId })) },
})
const setAside = (router: ReturnType<typeof routerWith>) => sheetSetAside(router as never)

/** As the framework renders it, with letters of several bytes on both sides. */
const pageWith = (style: string) =>
  `<title>탄소 국경</title><style>p{color:red}</style><style>${style}</style><p>고객 지원</p>`

describe('the style sheet of a page', () => {
  it('comes back byte for byte where it was taken out, and the policy allows it', async () => {
    const css = 'a::after{content:"→"}body{margin:0}'
    const router = routerWith(css)
    const sheet = await setAside(router)
    const html = pageWith(router.ssr.manifest.inlineStyle?.children ?? '')
    expect(html).not.toContain('margin')
    const whole = new TextDecoder().decode(withSheet(html, new TextEncoder().encode(html), sheet!))
    expect(whole).toBe(pageWith(css))
    expect(inlineParts(whole).styles).toContain(css)
    expect(await contentSecurityPolicy(html, { sheet })).toBe(await contentSecurityPolicy(whole))
  })

  it('has another stand-in for another sheet of the same routes, so that no two pages share a validator', async () => {
    const first = await setAside(routerWith('a{}', ['__root__', '/broken']))
    const second = await setAside(routerWith('a{}b{}', ['__root__', '/broken']))
    expect(first?.standIn).not.toBe(second?.standIn)
    expect(await setAside(routerWith('a{}', ['__root__', '/broken']))).toBe(first)
  })

  it('is left alone where there is none to inline', async () => {
    expect(await setAside(routerWith(undefined))).toBeNull()
  })
})
