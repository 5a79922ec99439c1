import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ArticleChange, changesBetween } from '../../../../../app/build/legal-changes'
import { withOperator } from '../../../../../app/build/legal-documents'
import type { PageBrand } from '../../../../../app/context/page-context'
import { LEGAL_KINDS } from '../../../../../app/features/legal/document'
import { fillChanges } from '../../../../../app/features/legal/static-html/placeholders'
import { pageBrand } from '../../../../../app/request/page-brand'
import { brands } from '../../../../../functions/brand/hosts'
import type { Brand } from '../../../../../functions/brand/schema'
import { LOCALES } from '../../../../../functions/contract/languages'
import { FOLDER, fillPlaceholders, read } from '../../../../support/legal-texts'

describe.each([
  ['ko', '2026년 3월 2일'],
  ['en', 'March 2, 2026'],
] as const)('a document on the site of a brand that began later, in %s', (language, words) => {
  const brand = pageBrand({ ...brands[1]!, since: '2026-03-02' }, language)
  test.each(LEGAL_KINDS)('%s takes effect as the site begins and names no version before', (kind) => {
    const text = fillPlaceholders(read(kind, `20250701.${language}.md`).html, brand)
    expect(text).toContain(words)
    expect(text).not.toMatch(/\{\{|202[345]/)
  })

  test.each(LEGAL_KINDS)('%s names the first day of the site once it has been amended', (kind) => {
    const amended = pageBrand({ ...brands[1]!, since: '2024-03-02' }, language)
    const text = fillPlaceholders(read(kind, `20240617.${language}.md`).html, amended, '20240617')
    expect(text).toMatch(language === 'ko' ? /2024년 6월 17일.*2024년 3월 2일/ : /June 17, 2024.*March 2, 2024/)
    expect(text).not.toContain('2023')
  })
})

describe.each([
  ['ko', '팀장(이사)', '고객지원팀', '(대표자)'],
  ['en', 'team lead (executive director)', 'customer service center', '(representative)'],
] as const)('the privacy officer of the policy in force, in %s', (language, lead, team, asOfficer) => {
  const { html } = read('privacy-policy', `20250701.${language}.md`)
  const [own, partner] = brands as [Brand, Brand]
  const article = (brand: Brand) => fillPlaceholders(html, pageBrand(brand, language)).split('id="article-')[7] ?? ''
  const named = {
    officer: { ko: '<김담당> 이사', en: '<Kim> director' },
    department: { ko: '준법팀', en: 'Compliance' },
    email: 'privacy@haneul.example',
    phone: '044-765-4321',
  }

  test('is that of the specification on the default brand, with the contact of the company', () => {
    const { company } = own
    for (const words of [lead, team, `mailto:${company.email}"`, `tel:${company.phone}"`])
      expect(article(own)).toContain(words)
  })

  test('is the partner’s own, with department and contact', () => {
    const text = article({ ...partner, privacy: named })
    for (const words of [
      named.officer[language].replace('<', '&lt;').replace('>', '&gt;'),
      named.department[language],
      `<a href="mailto:${named.email}">${named.email}</a>`,
      `<a href="tel:${named.phone}">${named.phone}</a>`,
    ])
      expect(text).toContain(words)
    for (const words of [lead, team, asOfficer]) expect(text).not.toContain(words)
  })

  test('is the representative of a partner that has named none', () => {
    const { privacy: _privacy, ...unnamed } = partner
    const text = article(unnamed)
    const { representative, name, email } = partner.company
    for (const words of [representative[language], asOfficer, name[language], email]) expect(text).toContain(words)
    for (const words of [lead, team]) expect(text).not.toContain(words)
  })
})

describe.each([
  ['ko', '운영사', '자신의 이름과 책임으로 제공합니다', '회사의 고의 또는 과실로 봅니다'],
  ['en', 'the Operator', 'in its own name and on its own responsibility', 'are deemed to be those of the Company'],
] as const)('the terms in force, in %s', (language, operator, provides, liable) => {
  const { html } = read('terms-of-service', `20250701.${language}.md`)
  const [own, partner] = brands.map((brand) => pageBrand(brand, language)) as [PageBrand, PageBrand]
  const articles = (brand: PageBrand) => fillPlaceholders(html, brand).split('id="article-').slice(1)

  test('say that a partner provides the service, and the operator runs it for the partner', () => {
    const text = articles(partner)
    expect(text[1]).toContain(own.company.name)
    expect(text[1]).toContain(provides)
    expect(text[17]).toContain(liable)
    expect(text.flatMap((article, index) => (article.includes(operator) ? index + 1 : []))).toEqual([
      1, 2, 6, 11, 15, 18,
    ])
  })

  test('name no operator where the company runs it itself', () => {
    const text = articles(own).join('')
    for (const words of [operator, provides, liable]) expect(text).not.toContain(words)
  })
})

test.each(LEGAL_KINDS)('what changed in %s is told to every kind of brand in whole sentences', (kind) => {
  const [own, partner] = brands as [Brand, Brand]
  const kinds = [own, partner, { ...partner, since: '2023-06-19' }, { ...partner, since: '2024-01-02' }]
  const source = (file: string) => readFileSync(join(FOLDER, kind, file), 'utf8')
  for (const language of LOCALES)
    for (const [older, newer] of [
      ['20230619', '20240617'],
      ['20230619', '20250701'],
      ['20240617', '20250701'],
    ] as const)
      for (const brand of kinds) {
        const file = `${newer}.${language}.md`
        const changes = changesBetween(source(`${older}.${language}.md`), source(file))
        const built: ArticleChange[] = JSON.parse(withOperator(file, JSON.stringify(changes)))
        const told = built.map(({ html }) => fillChanges(html, pageBrand(brand, language), newer)).join('\n')
        expect(told).not.toMatch(/\{\{|\}\}/)
        for (const tag of ['ins', 'del'])
          expect([tag, told.split(`<${tag}>`).length]).toEqual([tag, told.split(`</${tag}>`).length])
      }
})
