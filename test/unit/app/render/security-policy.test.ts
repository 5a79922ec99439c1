import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { scanBlocks } from '../../../../app/render/html-scanner'
import { contentSecurityPolicy, inlineSources } from '../../../../app/render/security-policy'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the policy of a page', () => {
  const html =
    '<style>:root{}</style><script>a()</script><script type="text/page-data">b()</script><script src="/x.js"></script><script type="application/ld+json">{}</script>'
  const sources = inlineSources(scanBlocks(html))

  it('allows exactly the inline scripts and styles of the page', async () => {
    const policy = await contentSecurityPolicy(sources)
    expect(policy).toContain(`script-src 'self' ${hash('a()')} ${hash('b()')};`)
    expect(policy).toContain(`style-src 'self' ${hash(':root{}')};`)
    expect(policy).not.toContain('unsafe')
  })

  it('does not count data blocks and script files as inline scripts', () => {
    expect(sources.scripts).toEqual(['a()', 'b()'])
  })

  it("allows Turnstile's script and frame on request, and no other change", async () => {
    const plain = (await contentSecurityPolicy({ scripts: [], styles: [] })).split('; ')
    const open = (await contentSecurityPolicy({ scripts: [], styles: [] }, { turnstile: true })).split('; ')
    expect(open.filter((directive) => !plain.includes(directive))).toEqual([
      "script-src 'self' https://challenges.cloudflare.com",
      'frame-src https://challenges.cloudflare.com',
    ])
    expect(plain.join()).not.toContain('cloudflare')
  })
})
