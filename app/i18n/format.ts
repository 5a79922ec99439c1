import { FORMAT_TAG, type Locale } from './locale'

/** A date in Seoul time, in the language's own form (contract: Addresses). `iso` is ISO 8601. */
export function formatDate(iso: string, locale: Locale): string {
  return new Intl.DateTimeFormat(FORMAT_TAG[locale], { timeZone: 'Asia/Seoul', dateStyle: 'medium' }).format(new Date(iso))
}
