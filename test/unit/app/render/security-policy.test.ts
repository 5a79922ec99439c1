import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, inlineParts, pageSecurityHeaders } from '../../../../app/render/security-policy'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the policy of a page', () => {
  const html =
    '<style>:root{}</style><script>a()</script><script type="text/page-data">b()</script><script src="/x.js"></script><script type="application/ld+json">{}</script>'

  it('allows exactly the scripts and styles that stand in it', async () => {
    const policy = await contentSecurityPolicy(html)
    expect(policy).toContain(`script-src 'self' ${hash('a()')} ${hash('b()')};`)
    expect(policy).toContain(`style-src 'self' ${hash(':root{}')};`)
    expect(policy).not.toContain('unsafe')
  })

  it('does not take data and files for inline scripts', () => {
    expect(inlineParts(html).scripts).toEqual(['a()', 'b()'])
  })

  it('asks for https in future only where the request came by https', () => {
    expect(pageSecurityHeaders(false)).not.toHaveProperty('strict-transport-security')
    expect(pageSecurityHeaders(true)).toHaveProperty('strict-transport-security')
  })
})
