import { expect, test } from 'vitest'
import { renderDocument } from '../../../../app/build/legal-documents'
import { fillPlaceholders } from '../../../../app/features/legal/static-html/placeholders'
import { pageBrand } from '../../../../app/request/page-brand'
import { brands } from '../../../../functions/brand/hosts'
import type { Locale } from '../../../../functions/contract/languages'

/* A policy says the period that it was announced with, whatever the registry says now (decision 053). */

const POLICY: Record<Locale, string> = {
  ko: "---\ntitle: A\nversion: '20250701'\neffective: 2025-07-01\nperiods: { partner-b: 6 }\n---\n\n## 제3조 (기간)\n\n처리 완료 후 {{ownPeriod: 1개월}}\n",
  en: "---\ntitle: A\nversion: '20250701'\neffective: 2025-07-01\nperiods: { partner-b: 6 }\n---\n\n## Article 3. Periods\n\n{{ownPeriod: One month}} after processing\n",
}

test.each<[Locale, string[]]>([
  ['ko', ['처리 완료 후 1개월', '처리 완료 후 1개월', '처리 완료 후 6개월']],
  ['en', ['One month after', 'One month after', '6 months after']],
])('a version says the period of each brand that it was announced with, in %s', (language, said) => {
  const { html } = renderDocument(POLICY[language])
  expect(html).not.toContain('partner-b')
  const filled = (version: string) =>
    brands.map((brand) => fillPlaceholders(html, { ...pageBrand(brand, language) }, version))
  expect(filled('20250701')).toEqual(said.map((part) => expect.stringContaining(part)))
  // Another version has announced none: the registry of today changes nothing in it.
  expect(new Set(filled('20240617')).size).toBe(1)
})
