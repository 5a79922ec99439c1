import { z } from 'zod'
import { eachLocale, languageName, LOCALES, type Locale, type Texts } from './languages.ts'

/** Key in the KV namespace CACHE. Its entry puts the whole site into maintenance. */
export const MAINTENANCE_KEY = 'maintenance'

/** Seconds are optional. The offset is required, because the operator's time zone may not be the site's. */
const instant = z.iso.datetime({ offset: true })
const start = z
  .string('write the start, such as 2026-11-20T23:00+09:00')
  .refine(
    (text) => instant.safeParse(text.replace(/(T\d\d:\d\d)(?=[Z+-])/, '$1:00')).success,
    'write the start with its offset, such as 2026-11-20T23:00+09:00',
  )

/** The reason in a language is a field of its own: in KV, in forms and, with a hyphen, on the command line. */
export const reasonField = <L extends Locale>(locale: L): `reason_${L}` => `reason_${locale}`
type ReasonField = `reason_${Locale}`

/** A value for the reason in each language. */
export const reasonFields = <T>(valueOf: (field: ReasonField, locale: Locale) => T) =>
  Object.fromEntries(LOCALES.map((locale) => [reasonField(locale), valueOf(reasonField(locale), locale)])) as Record<
    ReasonField,
    T
  >

/** The operator's announcement. */
export interface Maintenance {
  /** Such as `2026-11-20T23:00+09:00`. */
  start: string
  /** Duration. The site returns by itself after that. */
  hours: number
  reason: Texts
}

const reason = z.string().trim().max(300, 'the reason must be 300 characters at most')
const fields = {
  start,
  hours: z
    .number('write the hours as a number, such as 3')
    .positive('the hours must be more than 0')
    .max(168, 'the hours must be 168 (a week) at most'),
}
type Fields = Record<ReasonField, string> & Pick<Maintenance, 'start' | 'hours'>

/** An announcement as an operator sends it: with a reason in every language. */
export const announcementShape = {
  ...fields,
  ...reasonFields((_, locale) => {
    const missing = `write the reason in ${languageName(locale)}`
    return z.string(missing).trim().min(1, missing).pipe(reason)
  }),
}
export const maintenanceOf = (sent: Fields): Maintenance => ({
  start: sent.start,
  hours: sent.hours,
  reason: eachLocale((locale) => sent[reasonField(locale)]),
})
/** The same announcement as it is stored and answered. */
export const maintenanceFields = ({ start, hours, reason }: Maintenance): Fields => ({
  start,
  hours,
  ...reasonFields((_, locale) => reason[locale]),
})

/** What is stored. An announcement from before a language was added has no reason in it. */
export const maintenanceSchema: z.ZodType<Maintenance> = z
  .strictObject({ ...fields, ...reasonFields(() => reason.min(1).default('')) })
  .refine((sent) => LOCALES.some((locale) => sent[reasonField(locale)] !== ''), 'there is no reason')
  .transform(maintenanceOf)
