import type { TFunction } from 'i18next'
import { FILE_FAULTS, type FileRule } from '../../../functions/contract/form-files'
import type { ApiFailure } from '../../api/client'
import { faultOf } from './attachments/file-rules'
import { besideFileField, failureText } from './messages'

/**
 * What the visitor is told of a refused upload: the alert, and the words beside the field. These name the file and why, if only one was
 * sent or the API says which one is wrong.
 */
export function refusedFilesText(
  t: TFunction<['inquiry', 'error']>,
  failure: ApiFailure,
  files: readonly { name: string; size: number }[],
  rule: FileRule,
): { alert: string; beside: string } {
  if (failure.status !== 415 && failure.status !== 413) {
    const alert = failureText(t, failure)
    return { alert, beside: alert }
  }
  const alert = t('inquiry:format-size-alert')
  const answer = JSON.stringify([failure.problem.detail, failure.problem.errors])
  const wrong =
    files.length === 1 ? files[0] : files.find(({ name }) => answer.includes(JSON.stringify(name).slice(1, -1)))
  if (!wrong) return { alert, beside: alert }
  const said = failure.problem.errors?.[0]?.message
  const fault =
    faultOf(wrong, rule) ??
    (failure.status === 413 ? 'file-too-large' : (FILE_FAULTS.find((one) => one === said) ?? 'file-not-its-type'))
  return { alert, beside: besideFileField(t, alert, [{ name: wrong.name, fault }], rule) }
}
