import { z } from 'zod'
import { isReachable, normalAddress } from './email-address.ts'
import {
  type FormKind,
  asksFor,
  eachField,
  FIELDS,
  unaskedValue,
  type FieldName,
  type InquiryTexts,
} from './form-fields.ts'
import { HONEYPOT } from './spam-signals.ts'
import { SIGNED_MAX } from './attachments.ts'
import { PROCESSED_MONTHS_MAX } from './retention.ts'
import { cleaned, isVisible } from './visible-text.ts'

const oneLine = (value: string) => cleaned(value).replace(/[\n\t\u2028\u2029]+/g, ' ')

/** At most `max` UTF-16 units, like the `maxlength` attribute (docs/contract.md#6); `z.max` counts code points. */
const atMost = (max: number) =>
  z
    .string()
    .trim()
    .refine((value) => value.length <= max, `This must have at most ${max} characters.`)
const EMPTY = 'This must not be empty.'
const filled = (max: number) => atMost(max).refine(isVisible, EMPTY)

/** As the edge hands it out (functions/attachments/signed-reference.ts); behind the API without signature. */
const signedReference = z.string().max(SIGNED_MAX)
const fileReference = signedReference.nullable().default(null)

/** A field of the form of a kind. An empty text is one that was left out. */
function fieldOf(kind: FormKind, name: FieldName): z.ZodType<string> {
  const field = FIELDS[name]
  if (field.value === 'phone')
    return z
      .string()
      .transform((value) => cleaned(value).replace(/\s+/g, ' '))
      .pipe(z.string().regex(/^\+\d{1,6}-.{1,50}$/))
      .refine((value) => isVisible(value.slice(value.indexOf('-') + 1)), EMPTY)
  if (!asksFor(kind, name)) return unaskedFieldOf(kind, name)
  if (field.value === 'choice') return z.enum(field.choices)
  const tidied = z.string().transform(field.value === 'text' ? cleaned : oneLine)
  if ('optional' in field) return z.nullish(tidied.pipe(atMost(field.limit.max))).transform((value) => value ?? '')
  if (field.value === 'mail')
    return tidied
      .transform(normalAddress)
      .pipe(filled(field.limit.max))
      .pipe(z.string().refine(isReachable, 'This is no address.'))
  return tidied.pipe(filled(field.limit.max))
}

/** A field that the form of a kind does not ask for. A partnership proposal may leave out what is the same in all of them. */
function unaskedFieldOf(kind: FormKind, name: FieldName): z.ZodType<string> {
  const value = unaskedValue(name)
  // Left out too: a client that was written before the field was knows nothing of it.
  if (value === '')
    return z
      .unknown()
      .optional()
      .transform(() => '')
  return kind === 'sales' ? z.literal(value) : z.literal(value).default(value)
}

/** Months as a form may name them. */
export const agreedMonths = z.int().min(1).max(PROCESSED_MONTHS_MAX)

const beside = {
  file_ref_id: fileReference,
  file_ref_id_homepage: fileReference,
  /** Ids of staged uploads that are forwarded later. Not sent upstream. */
  held_files: z.array(signedReference).max(2).default([]),
  /** Version of the privacy policy agreed to, for the notification. Not sent upstream as a field. */
  privacy_version: z
    .string()
    .regex(/^\d{8}$/)
    .nullable()
    .default(null),
  /** Months for which the notice of the consent let the inquiry be kept. Not part of what is stored or sent upstream. */
  processed_months: agreedMonths.optional(),
  /** Hidden from people: whether it was filled in, by a program or a password manager. A spam signal, never a refusal. */
  [HONEYPOT]: z
    .string()
    .optional()
    .transform((value) => Boolean(value)),
}

/** Body of `POST /api/board/inquiry`. `title` and `contents` from a client are ignored. */
export const inquiryBody = z.discriminatedUnion('is_home_unite', [
  z.object({
    ...eachField((name) => fieldOf('sales', name)),
    ...beside,
    is_home_unite: z.literal(false),
    is_home_inquiry: z.literal(true),
  }),
  z.object({
    ...eachField((name) => fieldOf('partnership', name)),
    ...beside,
    is_home_unite: z.literal(true),
    is_home_inquiry: z.literal(false).default(false),
  }),
])
export type InquiryBody = z.infer<typeof inquiryBody>

/** Body of the upstream's `board/inquiry`: the visitor's fields and the notification. */
export type UpstreamInquiry = InquiryTexts &
  Pick<InquiryBody, 'file_ref_id' | 'file_ref_id_homepage' | 'is_home_unite' | 'is_home_inquiry'> & {
    title: string
    contents: string
  }

/** The file references of an inquiry that are set. */
export const fileReferences = (inquiry: Pick<InquiryBody, 'file_ref_id' | 'file_ref_id_homepage'>): string[] =>
  [inquiry.file_ref_id, inquiry.file_ref_id_homepage].filter((id) => id !== null)

const inquiryState = z.enum(['queued', 'delivered', 'undelivered', 'destroyed'])
export type InquiryState = z.infer<typeof inquiryState>

/** What `POST /api/board/inquiry` answers. */
export const receipt = z.object({ receipt: z.string(), state: inquiryState })
export type Receipt = z.infer<typeof receipt>

/** What `GET /api/board/inquiry/{receipt}` answers: nothing personal. */
export const receiptState = z.object({
  state: inquiryState,
  kind: z.enum(['sales', 'partnership'] satisfies FormKind[]),
  accepted_at: z.iso.datetime(),
  delivered_at: z.iso.datetime().nullable(),
  /** When the last answer was handed over to the mail of the visitor. */
  answered_at: z.iso.datetime().optional(),
  /** When staff have seen to it, and when it will be destroyed after that; only where the embedded upstream or an operator knows. */
  processed_at: z.iso.datetime().optional(),
  destroy_at: z.iso.datetime().optional(),
  /** When it was destroyed. */
  destroyed_at: z.iso.datetime().optional(),
  /** Names of the files that wait with it, where the request has them signed. */
  held: z.array(z.string()).optional(),
})
export type ReceiptState = z.infer<typeof receiptState>
