import { expect, test } from 'vitest'
import { formatMoment } from '../../../../../app/admin/frame/format.ts'
import { formatDateTime } from '../../../../../app/i18n/format.ts'
import { LOCALES } from '../../../../../app/i18n/locale.ts'

test.each(LOCALES)('a moment of a list has the clock of its title and of the page that it leads to (%s)', (locale) => {
  const now = Date.parse('2026-11-23T14:00:00Z')
  for (const [iso, time] of [
    ['2026-11-23T04:05:00Z', '13:05'],
    ['2026-11-22T15:05:00Z', '00:05'],
    ['2026-11-22T04:05:00Z', '13:05'],
    ['2026-01-31T12:05:00Z', '21:05'],
  ] as const) {
    expect(formatMoment(iso, locale, now)).toMatch(new RegExp(`(?<!\\d)${time}$`))
    expect(formatDateTime(iso, locale)).toContain(time)
  }
})
