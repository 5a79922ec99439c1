import { COUNTRY_CODES } from './country-codes.ts'
import { isReachable } from './email-address.ts'
import {
  type FormKind,
  eachField,
  FORM_INPUTS,
  INPUTS,
  missingMessage,
  unaskedValue,
  type FormMessage,
  type InputName,
  type InquiryTexts,
} from './form-fields.ts'
import { withCallingCode } from './phone-number.ts'
import { limitMessage, typedValue } from './typed-value.ts'

/* The checks of both forms, for browser and server (docs/specification.md#5). */

/** What a form sends for a box that is ticked. */
const CONSENT = /^(?!(?:false|off|no|0)$).+/i

/** The body of `POST /api/board/inquiry` without files and privacy version. */
export type FormInquiry = InquiryTexts & { is_home_unite: boolean; is_home_inquiry: boolean }
export interface FormFailure {
  field: string
  message: FormMessage
}

/**
 * What is wrong with the value of an input; null for nothing. Lengths are in UTF-16 units, like the `maxlength` attribute
 * (docs/contract.md#6); no pattern sees a text over its limit.
 */
function failureOf(kind: FormKind, name: InputName, value: string): FormMessage | null {
  const input = INPUTS[name]
  const missing = missingMessage(kind, name)
  if (value === '') return missing
  const tooLong = limitMessage(name, value)
  if (tooLong) return tooLong
  switch (input.value) {
    case 'mail':
      return isReachable(value) ? null : input.wrong
    case 'choice':
      return input.choices.some((choice) => choice === value) ? null : missing
    case 'calling-code':
      return COUNTRY_CODES.includes(value) ? null : missing
    case 'consent':
      return CONSENT.test(value) ? null : missing
    default:
      return null
  }
}

/**
 * Validates a form in the order of docs/specification.md#5 and stops at the first failure.
 * @param fields as the form sent them; unknown names are ignored
 */
export function checkForm(
  kind: FormKind,
  fields: Record<string, unknown>,
): { inquiry: FormInquiry; failure?: never } | { inquiry?: never; failure: FormFailure } {
  const typed: Partial<Record<InputName, string>> = {}
  for (const name of FORM_INPUTS[kind]) {
    const value = typedValue(name, fields[name])
    const message = failureOf(kind, name, value)
    if (message) return { failure: { field: name, message } }
    typed[name] = value
  }
  const texts = eachField((name) =>
    name === 'phone_number_homepage'
      ? withCallingCode(typed.country_code ?? '', typed.phone_number ?? '')
      : (typed[name] ?? unaskedValue(name)),
  )
  return { inquiry: { ...texts, is_home_unite: kind === 'partnership', is_home_inquiry: kind === 'sales' } }
}
