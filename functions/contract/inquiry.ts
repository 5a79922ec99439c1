import { z } from 'zod'
import { EMAIL_PATTERN } from './form.ts'
import { HONEYPOT, INQUIRY_TYPES, PARTNERSHIP_TYPES, SALES_RECIPIENT } from './form-fields.ts'
import { CONTENT_MAX, TEXT_MAX } from './limits.ts'

export { EMAIL_PATTERN, INQUIRY_TYPES, PARTNERSHIP_TYPES, SALES_RECIPIENT }

/** In UTF-16 units, as `maxlength` counts (contract: Forms); zod's own limit counts code points. */
const atMost = (max: number) =>
  [(value: string) => value.length <= max, `This must have at most ${max} characters.`] as const

/**
 * Characters that no name or text needs and that hurt further on: control characters (header and log injection), marks that turn
 * the reading direction, and halves of surrogate pairs, which no encoding can carry.
 */
const HARMFUL = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\ufeff]/gu
export const cleaned = (value: string) => value.replace(/\r\n?/g, '\n').replace(HARMFUL, '').toWellFormed()

const line = z
  .string()
  .transform((value) => cleaned(value).replace(/[\n\t\u2028\u2029]+/g, ' '))
  .pipe(
    z
      .string()
      .trim()
      .min(1)
      .refine(...atMost(TEXT_MAX)),
  )
const fileReference = z.string().max(128).nullable().default(null)

const shared = {
  inquiry_mail: line.pipe(z.string().regex(EMAIL_PATTERN)),
  subject: line,
  content: z
    .string()
    .transform(cleaned)
    .pipe(
      z
        .string()
        .trim()
        .min(1)
        .refine(...atMost(CONTENT_MAX)),
    ),
  file_ref_id: fileReference,
  file_ref_id_homepage: fileReference,
  /** Calling code with plus sign, hyphen, phone as typed: `+82-010-1234-5678`. */
  phone_number_homepage: z
    .string()
    .transform((value) => cleaned(value).replace(/\s+/g, ' '))
    .pipe(z.string().regex(/^\+\d{1,6}-.{1,50}$/)),
  company_name: line,
  user_name: line,
  /** Ids from failed uploads whose files the edge keeps; the outbox tries them again. Never goes upstream. */
  held_files: z.array(z.uuid()).max(2).default([]),
  /** Version of the privacy policy agreed to; named in the notification. Never goes upstream as a field. */
  privacy_version: z
    .string()
    .regex(/^\d{8}$/)
    .nullable()
    .default(null),
  /** A field that people never see; what fills it is no visitor. Goes no further. */
  [HONEYPOT]: z
    .literal('', 'This must stay empty.')
    .optional()
    .transform(() => undefined),
}

/** Body of `POST /api/board/inquiry`. `title` and `contents` are the edge's to write; a client's are ignored. */
export const inquiryBody = z.discriminatedUnion('is_home_unite', [
  z.object({
    ...shared,
    is_home_unite: z.literal(false),
    is_home_inquiry: z.literal(true),
    recipient_type: z.literal(SALES_RECIPIENT),
    inquiry_type: z.enum(INQUIRY_TYPES),
  }),
  z.object({
    ...shared,
    is_home_unite: z.literal(true),
    is_home_inquiry: z.literal(false).default(false),
    recipient_type: z.enum(PARTNERSHIP_TYPES),
    inquiry_type: z.literal('service').default('service'),
  }),
])
export type InquiryBody = z.infer<typeof inquiryBody>

/** What goes upstream: the visitor's fields without the edge's own, with the notification the edge wrote. */
export type UpstreamInquiry = Omit<InquiryBody, 'held_files' | 'privacy_version'> & { title: string; contents: string }

export type InquiryState = 'queued' | 'delivered' | 'undelivered'
export interface Receipt {
  receipt: string
  state: InquiryState
}
export interface ReceiptState {
  state: InquiryState
  accepted_at: string
  delivered_at: string | null
}
