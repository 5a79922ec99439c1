import { describe, expect, test } from 'vitest'
import { changesBetween } from '../../../../../app/features/legal/changes'

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

We answer inquiries & proposals.

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
})
