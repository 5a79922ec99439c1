import type { TFunction } from 'i18next'
import type { FileField, FileRule } from '../../../../functions/contract/form-fields'
import { besideFileField } from '../messages'
import { refusedFilesText } from '../refused-files'
import type { Attachments } from './attachments'
import { admit } from './file-rules'
import { forgetStaged, stageChosen } from './stage'

// This module is loaded with the first file that is chosen.

/** The latest message of a field: an error beside it, or a status for screen readers. */
export interface FieldMessage {
  error?: string
  status?: string
  /** The error answers what the visitor has just done, so the field gets the focus. */
  focus?: boolean
}

/** Tells the visitor what has become of the files. */
export interface Messenger {
  t: TFunction<['inquiry', 'error']>
  tell(field: FileField, message: FieldMessage): void
  showToast(...texts: string[]): void
  ruleOf(field: FileField): FileRule
}

/** Adds offered files to a field, says which were not taken and why, and uploads the others. */
export function chooseFiles(
  attachments: Attachments,
  { field, offered, rule }: { field: FileField; offered: readonly File[]; rule: FileRule },
  messenger: Messenger,
): void {
  const { t, tell, showToast } = messenger
  const { files, alerts, refused, duplicates } = admit(attachments.lists[field] ?? [], offered, rule)
  const errors = alerts.map((key) => t(`inquiry:${key}`))
  if (errors.length > 0) showToast(...errors)
  const status = [
    duplicates.length > 0 && t('inquiry:file-duplicate', { names: duplicates.join(', ') }),
    t('inquiry:file-added', { count: files.length, max: rule.max }),
  ]
  attachments.set(field, files)
  // It takes the place of the one before.
  if (rule.max === 1 && files.length > 0) attachments.setUnfinished(field, [])
  tell(field, {
    status: status.filter(Boolean).join(' '),
    ...(errors.length > 0 && { error: besideFileField(t, errors.join(' '), refused, rule), focus: true }),
  })
  uploadChosen(attachments, messenger)
}

/** Uploads what is not uploaded. A file that turns out not to be allowed is dropped with its alert. */
export function uploadChosen(attachments: Attachments, { t, tell, showToast, ruleOf }: Messenger): void {
  attachments.staging ??= stageChosen(attachments, (field, file, failure) => {
    const { alert, beside } = refusedFilesText(t, failure, [file], ruleOf(field))
    tell(field, { error: beside })
    showToast(alert)
  }).finally(() => {
    attachments.staging = null
  })
}

/**
 * The edge has destroyed the staged files of a field: those of this page are uploaded again.
 * @returns what the visitor is told
 */
export function expire(
  attachments: Attachments,
  field: FileField,
  messenger: Messenger,
): { alert: string; beside: string } {
  const isLost = forgetStaged(attachments, field)
  uploadChosen(attachments, messenger)
  const alert = messenger.t(isLost ? 'inquiry:files-expired' : 'inquiry:file-upload-fail-alert')
  return { alert, beside: alert }
}
