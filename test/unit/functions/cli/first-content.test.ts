import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withDates } from '../../../../functions/cli/first-content'
import { PARTNERSHIP_CATEGORY } from '../../../../functions/contract/board'
import { INQUIRY_TYPES } from '../../../../functions/contract/form-fields'
import { LOCALES } from '../../../../functions/contract/languages'
import { i18nOf } from '../../../../app/i18n/i18n'

const NOTICES = join(import.meta.dirname, '../../../../functions/database/first-content/notice')
const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

const read = (name: string) => readFileSync(join(NOTICES, name), 'utf8')

/** Days that notices of maintenance name, as they stand in the files: `{{week 2, day 6}}`. */
const announced = readdirSync(NOTICES)
  .filter((name) => /\.(?:ko|en)\.md$/.test(name) && read(name.replace('.en.', '.ko.')).includes('notice-maintenance'))
  .flatMap((name) => (read(name).match(/\{\{week .*?\}\}/g) ?? []).map((day): [string, string] => [name, day]))

test('there is maintenance that is announced, in both languages', () => {
  expect(announced.filter(([name]) => name.endsWith('.ko.md'))).toHaveLength(announced.length / 2)
  expect(announced.length).toBeGreaterThan(2)
})

test.each(announced)('%s announces %s at least a week ahead, as the terms promise', (_, day) => {
  for (let weekday = 0; weekday < 7; weekday++) {
    const created = Date.UTC(2026, 10, 23 + weekday)
    const named = Date.parse(`${withDates(day, new Date(created).toISOString(), 'en')} 00:00 UTC`)
    // The day begins in Seoul nine hours before it does in UTC.
    expect([weekday, named - 9 * HOUR_MS - created >= WEEK_MS]).toEqual([weekday, true])
  }
})

test('no text that a brand without the partnership form shows leads to the form', () => {
  const folder = join(NOTICES, '..')
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ko.md'))
  expect(texts.length).toBeGreaterThan(40)
  const shown = texts.filter((name) => {
    const head = readFileSync(join(folder, name), 'utf8').split('---')[1] ?? ''
    return !head.includes(`sub_category: ${PARTNERSHIP_CATEGORY}`) && !head.includes('white_label:')
  })
  expect(shown.length).toBeLessThan(texts.length)
  const leading = shown
    .flatMap((name) => LOCALES.map((locale) => name.replace('.ko.md', `.${locale}.md`)))
    .filter((name) => readFileSync(join(folder, name), 'utf8').includes('/support/affiliate'))
  expect(leading).toEqual([])
})

test.each([
  ['ko', /문의 유형 ‘(.+?)’/g],
  ['en', /inquiry type “(.+?)”/g],
] as const)('each inquiry type that a text names is one of the form, in %s', async (locale, named) => {
  const t = (await i18nOf(locale, ['inquiry'])).getFixedT(null, 'inquiry')
  const types: string[] = INQUIRY_TYPES.map((type) => t(`inquiry-type-${type}`))
  const folder = join(NOTICES, '..')
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(`.${locale}.md`),
  )
  const found = texts.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(named)].map(([, type]) => type),
  )
  expect(found.length).toBeGreaterThan(2)
  expect(found.filter((type) => !types.includes(type ?? ''))).toEqual([])
})
