import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { agreedVersion, versionsOf } from '../../../../../../app/features/legal/versions-in-force'
import en from '../../../../../../app/i18n/en/inquiry.json'
import ko from '../../../../../../app/i18n/ko/inquiry.json'
import { keysOf, FORM_INPUTS } from '../../../../../../functions/contract/form-fields'
import { FILE_FIELDS } from '../../../../../../functions/contract/form-files'

const POLICIES = 'app/features/legal/documents/privacy-policy'

/** That in force, and those that are added for a later day. */
const AGREED = versionsOf('privacy-policy').filter(({ version }) => version >= (agreedVersion() ?? ''))

describe('every privacy policy that visitors agree to from now on lists everything that a form asks for', () => {
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
    const asked = FORM_INPUTS[kind].filter((name) => name !== 'privacy_consent')
    for (const { version } of AGREED) {
      const policy = readFileSync(`${POLICIES}/${version}.${language}.md`, 'utf8')
      const list = policy.split('\n').find((line) => line.startsWith(`- **${lists[language][kind]}**`))
      for (const name of [...asked, ...keysOf(FILE_FIELDS[kind])]) expect(list).toContain(words[`item-${name}`])
    }
  })
})
