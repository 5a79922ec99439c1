import { expect, test } from 'vitest'
import { changesBetween } from '../../../../app/build/legal-changes'
import { renderDocument } from '../../../../app/build/legal-documents'
import { withPeriods } from '../../../../app/build/legal-periods'
import { fillChanges, fillPlaceholders } from '../../../../app/features/legal/static-html/placeholders'
import { pageBrand } from '../../../../app/request/page-brand'
import { brands } from '../../../../functions/brand/hosts'
import type { Locale } from '../../../../functions/contract/languages'

/* A policy says the period that it was announced with, whatever the registry says now (decision 053). */

const policy = (version: string, periods: string, language: Locale) =>
  `---\ntitle: A\nversion: '${version}'\neffective: ${version.replace(/(....)(..)/, '$1-$2-')}\n${periods}---\n\n${
    language === 'ko'
      ? '## 제3조 (기간)\n\n처리 완료 후 {{ownPeriod: 1개월}}\n'
      : '## Article 3. Periods\n\n{{ownPeriod: One month}} after processing\n'
  }`
const older = (language: Locale) => policy('20250701', 'periods:\n  partner-b: 6\n', language)
const newer = (language: Locale) => policy('20270115', 'periods:\n  partner-a: 3\n  partner-b: 6\n', language)

test.each<[Locale, string[], string]>([
  ['ko', ['처리 완료 후 1개월', '처리 완료 후 1개월', '처리 완료 후 6개월'], '처리 완료 후 3개월'],
  ['en', ['One month after', 'One month after', '6 months after'], '3 months after'],
])('each version says its own, for each brand, in %s', (language, before, changed) => {
  const said = (markdown: string, version: string) =>
    brands.map((brand) =>
      fillPlaceholders(renderDocument(markdown, language).html, pageBrand(brand, language), version),
    )
  const texts = (parts: readonly string[]) => parts.map((part) => expect.stringContaining(part))
  expect(said(older(language), '20250701')).toEqual(texts(before))
  expect(said(newer(language), '20270115')).toEqual(texts(before.with(1, changed)))
})

test('what changed between two versions is marked for the brand whose period it is', () => {
  const [change] = changesBetween(withPeriods(older('en'), 'en'), withPeriods(newer('en'), 'en'))
  const told = brands.map((brand) => fillChanges(change?.html ?? '', pageBrand(brand, 'en'), '20270115'))
  expect(told).toEqual([
    'One month after processing',
    '<del>One month</del><ins>3 months</ins> after processing',
    '6 months after processing',
  ])
})
