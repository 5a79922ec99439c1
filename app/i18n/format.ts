import { eachLocale } from '../../functions/contract/languages'
import { startOfDay } from '../../functions/contract/seoul'
import { LANGUAGES, type Locale } from './locale'

/** Formatters are slow to create, so each is created once for a language. */
const perLocale = <T>(make: (tag: string) => T): Record<Locale, () => T> =>
  eachLocale((locale) => {
    let made: T | undefined
    return () => (made ??= make(LANGUAGES[locale].format))
  })
const dates = perLocale((tag) => new Intl.DateTimeFormat(tag, { timeZone: 'Asia/Seoul', dateStyle: 'medium' }))
const longDates = perLocale((tag) => new Intl.DateTimeFormat(tag, { timeZone: 'Asia/Seoul', dateStyle: 'long' }))
const dateTimes = perLocale(
  (tag) =>
    new Intl.DateTimeFormat(tag, { timeZone: 'Asia/Seoul', dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }),
)
const unit = (name: 'hour' | 'minute') =>
  perLocale((tag) => new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay: 'long' }))
const hours = unit('hour')
const minutes = unit('minute')

/** A date in Seoul time, in the language's own form (contract: Addresses). `iso` is ISO 8601. */
export const formatDate = (iso: string, locale: Locale): string => dates[locale]().format(new Date(iso))

/** The same with the month in words, as within a sentence: `July 1, 2025`. */
export const formatLongDate = (iso: string, locale: Locale): string => longDates[locale]().format(new Date(iso))

/** A day in Seoul (`YYYY-MM-DD`) in the same form. */
export const formatDay = (day: string, locale: Locale): string => longDates[locale]().format(startOfDay(day))

/** A date with its time of day in Seoul, in the language's own form, on the 24-hour clock; the zone is for the caller's catalogue to name. */
export const formatDateTime = (iso: string, locale: Locale): string => dateTimes[locale]().format(new Date(iso))

/** A number of hours in words, to the minute, such as `3 hours` or `1 hour 30 minutes`. */
export function formatHours(count: number, locale: Locale): string {
  const whole = Math.round(count * 60)
  const [h, m] = [Math.floor(whole / 60), whole % 60]
  return [h > 0 && hours[locale]().format(h), (m > 0 || h === 0) && minutes[locale]().format(m)]
    .filter((part) => part !== false)
    .join(' ')
}
