import { describe, expect, test } from 'vitest'
import { defaultBrand } from '../../../../functions/brand/hosts'
import { pageBrand } from '../../../../app/request/page-brand'
import { changesBetween } from '../../../../app/build/legal-changes'
import { fillChanges } from '../../../../app/features/legal/static-html/placeholders'

const OLDER = `---
title: A
---

## Article 1. Purpose

We answer inquiries.

## Article 2. Cookies

- \`theme\`: one year

## Article 3. Fax

Call us first.
`
const NEWER = `---
title: A
---

## Article 1. Purpose

We answer inquiries & [proposals](/support/affiliate).

## Article 2. Security

Connections are encrypted.

## Article 3. Cookies

- \`theme\`: one year
`

describe('the changes of a legal document', () => {
  const changes = changesBetween(OLDER, NEWER)

  test('are told article by article, whatever number an article has now', () => {
    expect(changes.map(({ heading, state }) => [heading, state])).toEqual([
      ['Article 1. Purpose', 'changed'],
      ['Article 2. Security', 'added'],
      ['Article 3. Cookies', 'same'],
      ['Article 3. Fax', 'removed'],
    ])
  })

  test('mark added and removed words, and escape the text', () => {
    expect(changes[0]?.html).toMatch(/^We answer inquiries<ins> &amp; proposals/)
    expect(changes[1]?.html).toBe('<ins>Connections are encrypted.</ins>')
    expect(changes[3]?.html).toBe('<del>Call us first.</del>')
  })

  test('never cut a placeholder, and show a wording of the brand only where it differs', () => {
    const article = (text: string) => `---\ntitle: A\n---\n\n## Article 1. Officer\n\n${text}\n`
    const [change] = changesBetween(
      article('Officer: team lead, {{email}}'),
      article('Officer: {{privacyOfficer: team lead}}, {{phone}}'),
    )
    const brand = pageBrand(defaultBrand, 'en')
    const company = { ...brand.company, email: 'a@b.example', phone: '02' }
    const told = (legal: Record<string, string>) =>
      fillChanges(change?.html ?? '', { ...brand, company, legal }, '20250701')
    expect(told({})).toBe('Officer: team lead, <del>a@b.example</del><ins>02</ins>')
    expect(told({ privacyOfficer: 'Kim & Co' })).toBe(
      'Officer: <del>team lead</del><ins>Kim &amp; Co</ins>, <del>a@b.example</del><ins>02</ins>',
    )
  })

  test('leave out what is not for the brand', () => {
    const article = (text: string) => `---\ntitle: A\n---\n\n## Article 1. Who\n\n${text}\n`
    const [change] = changesBetween(
      article('We run it.'),
      article('We run it.{{#partner}} We run it for them.{{/partner}}'),
    )
    const told = (partner?: true) =>
      fillChanges(change?.html ?? '', { ...pageBrand(defaultBrand, 'en'), ...(partner && { partner }) }, '20250701')
    const words = (html: string) => html.replace(/<[^>]*>/g, '')
    expect(words(told())).toBe('We run it.')
    expect(words(told(true))).toBe('We run it. We run it for them.')
    for (const html of [told(), told(true)]) expect(html.match(/<ins>/g)?.length).toBe(html.match(/<\/ins>/g)?.length)
  })
})
