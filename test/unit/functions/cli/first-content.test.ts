import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withDates } from '../../../../functions/cli/first-content'

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
