import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PRIVACY_VERSION } from '../../../../../../app/features/inquiry/fields/privacy-consent'
import en from '../../../../../../app/i18n/en/inquiry.json'
import ko from '../../../../../../app/i18n/ko/inquiry.json'
import { FILE_FIELDS, keysOf } from '../../../../../../functions/contract/form-fields'
import { FORM_INPUTS } from '../../../../../../functions/contract/inquiry-fields'

const POLICIES = 'app/features/legal/documents/privacy-policy'

it('the notice names the latest privacy policy: a new version requires a look at the texts of the notice', () => {
  const versions = readdirSync(POLICIES).map((name) => name.split('.')[0])
  expect(versions.sort().at(-1)).toBe(PRIVACY_VERSION)
})

describe('the privacy policy that a visitor agrees to lists everything that a form asks for', () => {
  const lists = {
    ko: { sales: '도입 문의', partnership: '제휴 제안' },
    en: { sales: 'Sales inquiry', partnership: 'Partnership proposal' },
  }
  it.each([
    ['ko', 'sales', ko],
    ['ko', 'partnership', ko],
    ['en', 'sales', en],
    ['en', 'partnership', en],
  ] as const)('in %s, %s', (language, kind, words) => {
    const policy = readFileSync(`${POLICIES}/${PRIVACY_VERSION}.${language}.md`, 'utf8')
    const list = policy.split('\n').find((line) => line.startsWith(`- **${lists[language][kind]}**`))
    const asked = FORM_INPUTS[kind].filter((name) => name !== 'privacy_consent')
    for (const name of [...asked, ...keysOf(FILE_FIELDS[kind])]) expect(list).toContain(words[`item-${name}`])
  })
})
