import { z } from 'zod'
import { EMAIL_PATTERN } from './form.ts'
import { HONEYPOT, INQUIRY_TYPES, PARTNERSHIP_TYPES, SALES_RECIPIENT } from './form-fields.ts'
import { CONTENT_MAX, SIGNED_MAX, TEXT_MAX } from './limits.ts'

/** Non-empty, at most `max` UTF-16 units, like the `maxlength` attribute (docs/contract.md#6); `z.max` counts code points. */
const filled = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .refine((value) => value.length <= max, `This must have at most ${max} characters.`)

/** Control characters (header and log injection) and bidi controls. */
const HARMFUL = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\ufeff]/gu
/** A text without harmful characters and unpaired surrogates, its line ends as `\n`. */
export const cleaned = (value: string) => value.replace(/\r\n?/g, '\n').replace(HARMFUL, '').toWellFormed()

const line = z
  .string()
  .transform((value) => cleaned(value).replace(/[\n\t\u2028\u2029]+/g, ' '))
  .pipe(filled(TEXT_MAX))
/** As the edge hands it out (functions/attachments/signed-reference.ts); behind the API without signature. */
const signedReference = z.string().max(SIGNED_MAX)
const fileReference = signedReference.nullable().default(null)

const shared = {
  inquiry_mail: line.pipe(z.string().regex(EMAIL_PATTERN)),
  subject: line,
  content: z.string().transform(cleaned).pipe(filled(CONTENT_MAX)),
  file_ref_id: fileReference,
  file_ref_id_homepage: fileReference,
  /** Calling code, hyphen, phone as typed: `+82-010-1234-5678`. */
  phone_number_homepage: z
    .string()
    .transform((value) => cleaned(value).replace(/\s+/g, ' '))
    .pipe(z.string().regex(/^\+\d{1,6}-.{1,50}$/)),
  company_name: line,
  user_name: line,
  /** Ids of staged uploads that the outbox forwards later. Not sent upstream. */
  held_files: z.array(signedReference).max(2).default([]),
  /** Version of the privacy policy agreed to, for the notification. Not sent upstream as a field. */
  privacy_version: z
    .string()
    .regex(/^\d{8}$/)
    .nullable()
    .default(null),
  /** Hidden from people, so it must stay empty; dropped here. */
  [HONEYPOT]: z
    .literal('', 'This must stay empty.')
    .optional()
    .transform(() => undefined),
}

/** Body of `POST /api/board/inquiry`. `title` and `contents` from a client are ignored. */
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

/** Body of the upstream's `board/inquiry`: the visitor's fields and the notification. */
export type UpstreamInquiry = Omit<InquiryBody, 'held_files' | 'privacy_version'> & { title: string; contents: string }

/** The file references of an inquiry that are set. */
export const fileReferences = (inquiry: Pick<InquiryBody, 'file_ref_id' | 'file_ref_id_homepage'>): string[] =>
  [inquiry.file_ref_id, inquiry.file_ref_id_homepage].filter((id) => id !== null)

export type InquiryState = 'queued' | 'delivered' | 'undelivered' | 'destroyed'
export interface Receipt {
  receipt: string
  state: InquiryState
}
export interface ReceiptState {
  state: InquiryState
  accepted_at: string
  delivered_at: string | null
  /** When staff have seen to it, and when it is destroyed after that; only where the embedded upstream or an operator knows. */
  processed_at?: string
  destroy_at?: string
  /** Names of the files that wait with it, where the request has them signed. */
  held?: string[]
}
