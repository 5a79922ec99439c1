import { z } from 'zod'

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

/** The operator's announcement. */
export const maintenanceSchema = z.strictObject({
  /** Such as `2026-11-20T23:00+09:00`. */
  start,
  /** Duration. The site returns by itself after that. */
  hours: z
    .number('write the hours as a number, such as 3')
    .positive('the hours must be more than 0')
    .max(168, 'the hours must be 168 (a week) at most'),
  reason_ko: z
    .string('write the reason in Korean')
    .trim()
    .min(1, 'write the reason in Korean')
    .max(300, 'the reason must be 300 characters at most'),
  reason_en: z
    .string('write the reason in English')
    .trim()
    .min(1, 'write the reason in English')
    .max(300, 'the reason must be 300 characters at most'),
})
export type Maintenance = z.output<typeof maintenanceSchema>
