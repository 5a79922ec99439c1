import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '../../../../app/render/security-policy'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the policy of a page', () => {
  it('allows exactly the inline scripts and styles of the page', async () => {
    const policy = await contentSecurityPolicy({ scripts: ['a()', 'b()', 'a()'], styles: [':root{}'] })
    expect(policy).toContain(`script-src 'self' ${hash('a()')} ${hash('b()')};`)
    expect(policy).toContain(`style-src 'self' ${hash(':root{}')};`)
    expect(policy).not.toContain('unsafe')
  })

  it('allows any inline script and style in development, without a hash, which would take that back', async () => {
    const policy = await contentSecurityPolicy({ scripts: ['a()'], styles: [':root{}'] }, { anyInline: true })
    expect(policy).toContain("script-src 'self' 'unsafe-inline';")
    expect(policy).toContain("style-src 'self' 'unsafe-inline';")
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
