import { eachLocale } from '../../functions/contract/locale'
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
const hours = perLocale(
  (tag) => new Intl.NumberFormat(tag, { style: 'unit', unit: 'hour', unitDisplay: 'long', maximumFractionDigits: 1 }),
)

/** A date in Seoul time, in the language's own form (contract: Addresses). `iso` is ISO 8601. */
export const formatDate = (iso: string, locale: Locale): string => dates[locale]().format(new Date(iso))

/** The same with the month in words, as within a sentence: `July 1, 2025`. */
export const formatLongDate = (iso: string, locale: Locale): string => longDates[locale]().format(new Date(iso))

/** A date with its time of day in Seoul, in the language's own form, on the 24-hour clock; the zone is for the caller's catalogue to name. */
export const formatDateTime = (iso: string, locale: Locale): string => dateTimes[locale]().format(new Date(iso))

/** A number of hours in words, such as `3 hours`. */
export const formatHours = (count: number, locale: Locale): string => hours[locale]().format(count)
