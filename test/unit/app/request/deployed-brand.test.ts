import { describe, expect, test } from 'vitest'
import { brandOfHost, brands, pageBrand } from '../../../../app/brand/brands.server'
import { deployedBrand } from '../../../../app/request/deployed-brand'
import { pageKey } from '../../../../app/page-cache/page-key'
import { contentSecurityPolicy } from '../../../../app/render/security-policy'
import { envSchema } from '../../../../functions/env'

const partner = brandOfHost('partner-a.example')

describe('Turnstile', () => {
  test('is off for every brand of the registry', () => {
    expect(brands.map(({ turnstile }) => turnstile)).toEqual(brands.map(() => null))
  })

  test('is switched on by a deployment for the brand that it names', () => {
    const keys = 'partner-a=0x4AAA-a_1, partner-b='
    expect(deployedBrand(partner, keys)).toEqual({ ...partner, turnstile: { siteKey: '0x4AAA-a_1' } })
    expect(pageBrand(deployedBrand(partner, keys), 'ko').turnstile).toEqual({ siteKey: '0x4AAA-a_1' })
    expect(deployedBrand(brandOfHost('www.example'), keys).turnstile).toBeNull()
  })

  test('is switched off by one that names the brand without a key', () => {
    expect(deployedBrand({ ...partner, turnstile: { siteKey: '0x4BBB' } }, 'partner-a=').turnstile).toBeNull()
    expect(deployedBrand({ ...partner, id: 'partner-c', turnstile: { siteKey: '0x4BBB' } }, '').turnstile).toEqual({
      siteKey: '0x4BBB',
    })
  })

  test.each(['partner-a', 'partner-a=<script>', '{"partner-a":"0x"}', 'partner-a=0x4AAA; vcp-x=0x'])(
    'stays as the registry says where the setting is faulty: %s',
    (keys) => {
      expect(deployedBrand(partner, keys)).toBe(partner)
      expect(envSchema.shape.TURNSTILE_SITE_KEYS.safeParse(keys).success).toBe(false)
    },
  )

  test('has pages of its own in the cache', () => {
    const visitor = {
      brand: partner,
      locale: 'ko',
      localeInAddress: false,
      cookieDecision: false,
      countryDefault: null,
    } as const
    const address = new URL('https://partner-a.example/support/request')
    expect(pageKey('b', visitor, address)).not.toBe(
      pageKey('b', { ...visitor, brand: deployedBrand(partner, 'partner-a=0x4AAA') }, address),
    )
  })

  test('opens the policy for its script and its frame, and for nothing else', async () => {
    const plain = (await contentSecurityPolicy('<html></html>')).split('; ')
    const open = (await contentSecurityPolicy('<html></html>', { turnstile: true })).split('; ')
    expect(open.filter((directive) => !plain.includes(directive))).toEqual([
      "script-src 'self' https://challenges.cloudflare.com",
      'frame-src https://challenges.cloudflare.com',
    ])
    expect(plain.join()).not.toContain('cloudflare')
  })
})
