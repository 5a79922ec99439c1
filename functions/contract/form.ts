import * as z from 'zod/mini'
import { COUNTRY_CODES } from './country-codes.ts'
import { INQUIRY_TYPES, PARTNERSHIP_TYPES, SALES_RECIPIENT, type FormKind, type FormMessage } from './form-fields.ts'
import { CONTENT_MAX, TEXT_MAX } from './limits.ts'
import { withCallingCode } from './phone-number.ts'

/*
 * One schema per form for browser and server (docs/specification.md#5). The order of the keys is the order of the checks; the message
 * of an issue is an i18n key. zod/mini, because the browser loads this file when a form is sent.
 */

/** Text, @, text, dot, text. Each part can end in one place only, so that a long text costs no more than its length. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/**
 * In UTF-16 units, like the `maxlength` attribute (docs/contract.md#6); `z.maxLength` counts code points. A longer text is not
 * checked any further: no pattern sees it.
 */
const atMost = (max: number, tooLong: FormMessage) =>
  z.refine<string>((value) => value.length <= max, { error: tooLong, abort: true })

const line = (missing: FormMessage) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), atMost(TEXT_MAX, 'text-limit-alert'))

/** A browser sends CRLF for a line end but counts one character; so does the limit. */
const text = (missing: FormMessage) =>
  z.string(missing).check(
    z.overwrite((value) => value.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.minLength(1, missing),
    atMost(CONTENT_MAX, 'content-limit-alert'),
  )

/** A value of the country list: a calling code, with the ISO code where countries share it (`+82`, `+1:US`). */
const callingCode = z.enum(COUNTRY_CODES, 'country-code-alert' satisfies FormMessage)

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

type Values = z.infer<typeof salesForm> | z.infer<typeof partnershipForm>
/** The fields of both forms as the inquiry names them; the consent is not part of it. */
const inquiryFields = <V extends Values>(values: V) => {
  const { country_code, phone_number, privacy_consent: _consent, ...fields } = values
  return { ...fields, phone_number_homepage: withCallingCode(country_code, phone_number) }
}
const SALES = { recipient_type: SALES_RECIPIENT, is_home_unite: false, is_home_inquiry: true } as const
const PARTNERSHIP = { inquiry_type: 'service', is_home_unite: true, is_home_inquiry: false } as const
const inquiryOf = {
  sales: z.pipe(
    salesForm,
    z.transform((values) => ({ ...inquiryFields(values), ...SALES })),
  ),
  partnership: z.pipe(
    partnershipForm,
    z.transform((values) => ({ ...inquiryFields(values), ...PARTNERSHIP })),
  ),
}

/** The body of `POST /api/board/inquiry` without files and privacy version. */
export type FormInquiry = z.infer<(typeof inquiryOf)[FormKind]>
export interface FormFailure {
  field: string
  message: FormMessage
}

/**
 * Validates a form in the order of docs/specification.md#5 and stops at the first failure.
 * @param fields as the form sent them; unknown names are ignored
 */
export function checkForm(
  kind: FormKind,
  fields: Record<string, unknown>,
): { inquiry: FormInquiry; failure?: never } | { inquiry?: never; failure: FormFailure } {
  const result = inquiryOf[kind].safeParse(fields)
  if (result.success) return { inquiry: result.data }
  const [first] = result.error.issues
  return { failure: { field: String(first?.path[0]), message: first?.message as FormMessage } }
}
