import * as z from 'zod/mini'
import type { FormKind, FormMessage } from './form-fields.ts'
import { INQUIRY_TYPES, PARTNERSHIP_TYPES, SALES_RECIPIENT } from './form-fields.ts'
import { CONTENT_MAX, TEXT_MAX } from './limits.ts'

/*
 * The two forms as a visitor fills them, one schema each for browser and server (spec 5).
 * The order of the keys is the order of the checks; every issue's message is the key of its sentence.
 * zod/mini is zod with smaller parts: the browser loads this when a form is sent.
 */

/** Text, @, text, dot, text (spec 5). */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** In UTF-16 units, as `maxlength` counts (contract: Forms); zod's own limit counts code points. */
const atMost = (max: number, tooLong: FormMessage) => z.refine<string>((value) => value.length <= max, tooLong)

const line = (missing: FormMessage) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), atMost(TEXT_MAX, 'text-limit-alert'))

/** A browser sends line ends as CRLF but counts them as one; so does the limit (contract: Forms). */
const text = (missing: FormMessage) =>
  z.string(missing).check(
    z.overwrite((value) => value.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.minLength(1, missing),
    atMost(CONTENT_MAX, 'content-limit-alert'),
  )

/** A calling code, with the ISO code where countries share it: `+82`, `+1:US`. */
const callingCode = z
  .string('country-code-alert')
  .check(z.regex(/^\+\d{1,6}(:[A-Z]{2})?$/, 'country-code-alert' satisfies FormMessage))

const contact = {
  user_name: line('contact-person-alert'),
  company_name: line('company-alert'),
  country_code: callingCode,
  phone_number: line('phone-alert'),
  inquiry_mail: line('inquiry-mail-alert').check(
    z.regex(EMAIL_PATTERN, 'inquiry-mail-form-alert' satisfies FormMessage),
  ),
}
const consent = {
  privacy_consent: z
    .string('privacy-check-alert')
    .check(z.regex(/^(?!(?:false|off|no|0)$).+/i, 'privacy-check-alert' satisfies FormMessage)),
}

export const salesForm = z.object({
  ...contact,
  inquiry_type: z.enum(INQUIRY_TYPES, 'inquiry-type-alert' satisfies FormMessage),
  subject: line('title-alert'),
  content: text('inquiry-content-alert'),
  ...consent,
})

export const partnershipForm = z.object({
  recipient_type: z.enum(PARTNERSHIP_TYPES, 'partnership-recipient-type-alert' satisfies FormMessage),
  subject: line('partnership-title-alert'),
  content: text('partnership-inquiry-content-alert'),
  ...contact,
  ...consent,
})

export type SalesValues = z.infer<typeof salesForm>
export type PartnershipValues = z.infer<typeof partnershipForm>

/** A form that passed, ready for `inquiryOfForm`. */
export type CheckedForm = { kind: 'sales'; values: SalesValues } | { kind: 'partnership'; values: PartnershipValues }
export interface FormFailure {
  field: string
  message: FormMessage
}

/**
 * Checks a form's fields in the order of the spec and stops at the first failure (spec 4, 5).
 * @param fields as the form sent them; names it does not know are ignored.
 */
export function checkForm(
  kind: FormKind,
  fields: Record<string, unknown>,
): { form: CheckedForm; failure?: never } | { form?: never; failure: FormFailure } {
  const result = kind === 'sales' ? salesForm.safeParse(fields) : partnershipForm.safeParse(fields)
  if (result.success) return { form: { kind, values: result.data } as CheckedForm }
  const [first] = result.error.issues
  return { failure: { field: String(first?.path[0]), message: first?.message as FormMessage } }
}

/** What became of a form's attachments before the inquiry is posted. */
export interface Attached {
  /** Reference of `files` or `proposal_file`. */
  fileRefId: string | null
  /** Reference of `profile_file`. */
  secondFileRefId: string | null
  heldFiles: string[]
  privacyVersion: string | null
}

/** The body of `POST /api/board/inquiry` for a checked form (spec 7). `title` and `contents` are the edge's to write. */
export function inquiryOfForm({ kind, values }: CheckedForm, attached: Attached) {
  const shared = {
    inquiry_mail: values.inquiry_mail,
    subject: values.subject,
    content: values.content,
    file_ref_id: attached.fileRefId,
    file_ref_id_homepage: kind === 'partnership' ? attached.secondFileRefId : null,
    phone_number_homepage: `${values.country_code.split(':')[0]}-${values.phone_number}`,
    company_name: values.company_name,
    user_name: values.user_name,
    held_files: attached.heldFiles,
    privacy_version: attached.privacyVersion,
  }
  return kind === 'sales'
    ? {
        ...shared,
        recipient_type: SALES_RECIPIENT,
        inquiry_type: values.inquiry_type,
        is_home_unite: false,
        is_home_inquiry: true,
      }
    : {
        ...shared,
        recipient_type: values.recipient_type,
        inquiry_type: 'service',
        is_home_unite: true,
        is_home_inquiry: false,
      }
}
