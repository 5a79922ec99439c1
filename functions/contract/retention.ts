import { eachLocale, LANGUAGES, type Locale } from './languages.ts'
import { SEOUL_OFFSET_MS } from './seoul.ts'

// How long an inquiry and a reply in quarantine are kept (docs/specification.md#9, decisions 053 and 062). Texts name these periods in the words of `monthsInWords`.

/** Months for which a processed inquiry is kept, where the registry says nothing else for its brand. */
export const PROCESSED_MONTHS = 1
/** The longest period that a brand may name. */
export const PROCESSED_MONTHS_MAX = 60
/** Months after its acceptance for which a delivered inquiry is kept that nobody marks as processed. */
export const UNMARKED_MONTHS = 12
/** Days before that in which operators are told. */
const UNMARKED_NOTICE_DAYS = 30

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long the receipt is kept of an inquiry that was destroyed, or that a remote upstream has taken. */
export const RECEIPT_KEPT_MS = 365 * DAY_MS

/** A reply in quarantine is destroyed after so long. */
export const QUARANTINE_MS = 7 * DAY_MS
/** Until then an operator can admit it: no call of the hour before is still on its way when its files are deleted. */
export const ADMITTED_MS = QUARANTINE_MS - HOUR_MS

const LONGEST_MONTH_DAYS = 31

/** The months for which a brand keeps processed inquiries; a form that is shown now names them. */
export const processedMonths = ({ retention }: { retention: { processedMonths?: number | undefined } }): number =>
  retention.processedMonths ?? PROCESSED_MONTHS

/**
 * The months to which a visitor has agreed: those that the form named, which may have stood open while the registry changed, and never more
 * than the brand keeps now. One that names none comes from no form.
 */
export const consentedMonths = (named: number | undefined, ofBrand: number): number =>
  Math.min(named ?? PROCESSED_MONTHS, ofBrand)

/**
 * The same day and time in Seoul so many months later, or the month's last day where it is shorter; a negative number of months is earlier.
 * Every date of the site is Seoul's, so that a month is a month there.
 */
export function monthsAfter(date: Date, months: number): Date {
  const inSeoul = new Date(date.getTime() + SEOUL_OFFSET_MS)
  const later = new Date(inSeoul)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== inSeoul.getUTCDate()) later.setUTCDate(0)
  return new Date(later.getTime() - SEOUL_OFFSET_MS)
}

/** How long the links of a notification open its files: as long as the longest period of so many months. In milliseconds. */
export const staffLinkMs = (months: number): number => months * LONGEST_MONTH_DAYS * DAY_MS

/** Delivered inquiries that nobody has marked end when they were accepted before this. */
export const unmarkedEnd = (now: Date): Date => monthsAfter(now, -UNMARKED_MONTHS)

/** Operators are told of those that were accepted before this. */
export const unmarkedNotice = (now: Date): Date => unmarkedEnd(new Date(now.getTime() + UNMARKED_NOTICE_DAYS * DAY_MS))

const inMonths = (tag: string) => new Intl.NumberFormat(tag, { style: 'unit', unit: 'month', unitDisplay: 'long' })
const WORDS = eachLocale((locale) => inMonths(LANGUAGES[locale].format))
/** A number of months in words, such as `6 months`. */
export const monthsInWords = (months: number, locale: Locale): string => WORDS[locale].format(months)
