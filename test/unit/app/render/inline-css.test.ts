import { describe, expect, it } from 'vitest'
import { scanBlocks } from '../../../../app/render/html-scanner'
import { inlineCss, insertCss } from '../../../../app/render/inline-css'
import { contentSecurityPolicy, inlineSources } from '../../../../app/render/security-policy'

/** As the framework renders it, with characters of several bytes on both sides. */
const pageWith = (style: string) =>
  `<title>탄소 국경</title><style>p{color:red}</style><style>${style}</style><p>고객 지원</p>`
const sourcesOf = (html: string) => inlineSources(scanBlocks(html))

describe("a page's style sheet", () => {
  it('returns byte for byte to the place of its placeholder, and the policy allows it', async () => {
    const text = 'a::after{content:"→"}body{margin:0}'
    const css = await inlineCss(text, ['__root__', '/'])
    const html = pageWith(css.placeholder)
    const page = new TextDecoder().decode(insertCss(html, new TextEncoder().encode(html), css))
    expect(page).toBe(pageWith(text))
    expect(sourcesOf(page).styles).toContain(text)
    expect(await contentSecurityPolicy(sourcesOf(html), { css })).toBe(await contentSecurityPolicy(sourcesOf(page)))
  })

  it('has its own placeholder for each sheet of the same routes, so that no two pages share a validator', async () => {
    const routes = ['__root__', '/broken']
    const first = await inlineCss('a{}', routes)
    expect((await inlineCss('a{}b{}', routes)).placeholder).not.toBe(first.placeholder)
    expect(await inlineCss('a{}', routes)).toBe(first)
  })

  it('is required: without it the framework has changed', async () => {
    await expect(inlineCss(undefined, ['/'])).rejects.toThrow('no inline style sheet')
  })
})
