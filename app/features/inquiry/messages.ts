import type { TFunction } from 'i18next'
import type { ApiFailure } from '../../api/client'
import {
  FORM_MESSAGES,
  type FileRule,
  type FormMessage,
  type RefusedFile,
} from '../../../functions/contract/form-fields'
import { MEGABYTE } from '../../../functions/contract/limits'
import { ERROR_CODES, type ErrorCode } from '../../../functions/contract/problem'

type Translate = TFunction<['inquiry', 'error']>

const OF_FORM: readonly string[] = FORM_MESSAGES
const OF_API: readonly string[] = ERROR_CODES

/** The sentence of a form's message key or of an error code of the API. */
export function messageText(t: Translate, key: string): string {
  if (OF_FORM.includes(key)) return t(`inquiry:${key as FormMessage}`)
  return t(`error:code.${OF_API.includes(key) ? (key as ErrorCode) : 'internal'}`)
}

/** The sentence of a failed call. */
export function failureText(t: Translate, { status, code }: ApiFailure): string {
  return status === 0 ? t('inquiry:network-alert') : messageText(t, code)
}

/** What stands beside a file field: the alert, then which files it is about and why. */
export const besideFileField = (t: Translate, alert: string, refused: readonly RefusedFile[], rule: FileRule): string =>
  [alert, ...refused.map(({ name, fault }) => t(`inquiry:${fault}`, { name, max: rule.bytes / MEGABYTE }))].join(' ')
