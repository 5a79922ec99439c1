import type { TFunction } from 'i18next'
import { FORM_MESSAGES, type FormMessage } from '../../../functions/contract/form-fields'
import { ERROR_CODES, type ErrorCode } from '../../../functions/contract/problem'

const OF_FORM: readonly string[] = [...FORM_MESSAGES, 'network-alert']
const OF_API: readonly string[] = ERROR_CODES

/** The sentence of a form's message key or of an error code. */
export function messageText(t: TFunction<['inquiry', 'error']>, key: string): string {
  if (OF_FORM.includes(key)) return t(`inquiry:${key as FormMessage | 'network-alert'}`)
  return t(`error:code.${OF_API.includes(key) ? (key as ErrorCode) : 'internal'}`)
}
