import type { TFunction } from 'i18next'
import type { ApiFailure } from '../../api/client'
import { FORM_MESSAGES, type FormMessage } from '../../../functions/contract/form-fields'
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

/** The sentence of a refused upload; it names the file if only one was sent or the API says which one is wrong. */
export function refusedFilesText(t: Translate, failure: ApiFailure, files: readonly { name: string }[]): string {
  if (failure.status !== 415 && failure.status !== 413) return failureText(t, failure)
  const message = t('inquiry:format-size-alert')
  const answer = JSON.stringify([failure.problem.detail, failure.problem.errors])
  const wrong =
    files.length === 1 ? files[0] : files.find(({ name }) => answer.includes(JSON.stringify(name).slice(1, -1)))
  return wrong ? t('inquiry:file-refused', { name: wrong.name, message }) : message
}
