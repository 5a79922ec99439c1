import { FORMAT_TAG, type Locale } from './locale'

/** A date in Seoul time, in the language's own form (contract: Addresses). `iso` is ISO 8601. */
export function formatDate(iso: string, locale: Locale): string {
  return new Intl.DateTimeFormat(FORMAT_TAG[locale], { timeZone: 'Asia/Seoul', dateStyle: 'medium' }).format(new Date(iso))
}

/** A date with its time of day in Seoul, in the language's own form; the zone is for the caller's catalogue to name. */
export function formatDateTime(iso: string, locale: Locale): string {
  return new Intl.DateTimeFormat(FORMAT_TAG[locale], { timeZone: 'Asia/Seoul', dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso))
}

/** A number of hours in words, such as `3 hours`. */
export function formatHours(hours: number, locale: Locale): string {
  return new Intl.NumberFormat(FORMAT_TAG[locale], { style: 'unit', unit: 'hour', unitDisplay: 'long', maximumFractionDigits: 1 }).format(hours)
}
