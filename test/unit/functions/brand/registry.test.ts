import { describe, expect, test } from 'vitest'
import { brandOfHost, brands, defaultBrand } from '../../../../functions/brand/hosts'
import { pageBrand } from '../../../../app/request/page-brand'
import { colouredBrands, readRegistry } from '../../../../functions/brand/check-and-colour'
import { registry } from '../../../../functions/brand/registry'
import type { RegistryEntries } from '../../../../functions/brand/schema'

/** The registry with its first partner changed. */
const withPartner = (change: Partial<RegistryEntries['partners'][number]>): RegistryEntries => {
  const [first, ...others] = registry.partners
  if (!first) throw new Error('The registry has no partner to try with.')
  return { ...registry, partners: [{ ...first, ...change }, ...others] }
}
const sentenceOf = (entries: RegistryEntries): string => {
  try {
    colouredBrands(entries)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('the registry', () => {
  test('has no fault', () => {
    expect(readRegistry(registry).faults).toEqual([])
  })

  test.each([
    [{ id: 'Partner A' }, 'Partner A: id: use lower-case letters, digits and hyphens.'],
    [
      { hosts: ['partner-b.example'] },
      'hosts "partner-b.example" is already used by partner-a; each brand needs its own.',
    ],
    [{ whiteLabel: 'default' }, 'whiteLabel "default" is already used by vcp-x'],
    [{ origin: 'https://www.vcp-x.example' }, 'origin "https://www.vcp-x.example" is already used'],
    [{ origin: 'https://partner-a.example/' }, 'partner-a: origin: write it without a slash at the end'],
    [{ seed: '#ffd400' }, 'partner-a: seed: "#ffd400" is too light for this site'],
    [{ name: { ko: '', en: 'A' } }, 'partner-a: name.ko: '],
    [{ hosts: ['partner-a.example', 'www.vcp-x.example'] }, 'hosts "www.vcp-x.example" is the host of vcp-x'],
    [{ hosts: ['partner-a.example', 'partner-a'] }, 'partner-a: hosts.1: write the whole host'],
    [{ indexing: 'none' as 'own' }, "partner-a: indexing: write 'own' or 'canonical-to-default'"],
    [{ features: { chat: true } as object }, 'partner-a: features: '],
  ])('with %o is rejected with a sentence that names brand and setting', (change, sentence) => {
    const message = sentenceOf(withPartner(change))
    expect(message).toMatch(/^The brand registry \(functions\/brand\/registry\.ts\) has faults:\n/)
    expect(message).toContain(sentence)
  })

  test('needs a default brand that is indexed under its own origin', () => {
    expect(sentenceOf({ ...registry, default: { ...registry.default, indexing: 'canonical-to-default' } })).toContain(
      "vcp-x: indexing: write 'own'",
    )
  })
})

describe('a brand', () => {
  test('is found by its hosts in any case, and unknown hosts get the default brand', () => {
    for (const brand of brands)
      for (const host of brand.hosts)
        for (const sent of [host.toUpperCase(), `${host}.`]) expect(brandOfHost(sent)).toBe(brand)
    for (const host of ['', 'localhost', 'partner-a.example.evil.example', 'xpartner-a.example'])
      expect(brandOfHost(host)).toBe(defaultBrand)
  })

  test('on a page has one language, its features, the value of its calls, and no hosts', () => {
    for (const brand of brands) {
      const page = pageBrand(brand, 'ko')
      expect(page.name).toBe(brand.name.ko)
      // Only this example partner has its features switched on.
      const on = brand.id === 'partner-b'
      expect(page.features).toEqual({ partnershipForm: true, faqSearch: on, portalInHeader: on })
      expect(page).not.toHaveProperty('hosts')
      // Calls from the browser carry it in a header (docs/specification.md#7).
      expect(page.whiteLabel).toBe(brand.whiteLabel)
    }
  })
})
