import type { TFunction } from 'i18next'
import type { ApiFailure } from '../../api/client'
import { MEGABYTE, officeFormatOf } from '../../../functions/contract/attachments'
import type { FileRule, RefusedFile } from '../../../functions/contract/form-files'
import { FORM_MESSAGES } from '../../../functions/contract/form-fields'
import { ERROR_CODES } from '../../../functions/contract/problem'

type Translate = TFunction<['inquiry', 'error']>

/** The sentence of a form's message key or of an error code of the API. */
export function messageText(t: Translate, key: string): string {
  const message = FORM_MESSAGES.find((one) => one === key)
  if (message) return t(`inquiry:${message}`)
  return t(`error:code.${ERROR_CODES.find((code) => code === key) ?? 'internal'}`)
}

/** The sentence of a failed call. */
export function failureText(t: Translate, { status, code }: ApiFailure): string {
  return status === 0 ? t('inquiry:network-alert') : messageText(t, code)
}

/** What stands beside a file field: the alert, then which files it is about and why. */
export const besideFileField = (t: Translate, alert: string, refused: readonly RefusedFile[], rule: FileRule): string =>
  [
    alert,
    ...refused.map(({ name, fault }) =>
      t(`inquiry:${fault}`, { name, max: rule.bytes / MEGABYTE, format: officeFormatOf(name) }),
    ),
  ].join(' ')
