import { useCallback, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_FIELDS, type FileField, type FormKind } from '../../../../functions/contract/form-fields'
import type { ApiFailure } from '../../../api/client'
import { refusedFilesText } from '../sending/messages'
import { attachmentsOf, noAttachments, type Attachment } from './attachments'
import { admit } from './file-rules'

/** The latest message of a field: an error beside it, or a status for screen readers. */
interface FieldMessage {
  error?: string
  status?: string
  /** The error answers what the visitor has just done, so the field gets the focus. */
  focus?: boolean
}

/**
 * The selected files of a form, by field. Each is uploaded as soon as it is chosen, while the visitor writes on (decision 035).
 * @param showToast shows these sentences as toasts
 */
export function useFiles(kind: FormKind, brandId: string, showToast: (...texts: string[]) => void) {
  const { t } = useTranslation(['inquiry', 'error'])
  const attachments = attachmentsOf(brandId, kind)
  const selected = useSyncExternalStore(attachments.subscribe, () => attachments.lists, noAttachments)
  const [messages, setMessages] = useState<Partial<Record<FileField, FieldMessage>>>({})

  const tell = useCallback(
    (field: FileField, message: FieldMessage) => setMessages((present) => ({ ...present, [field]: message })),
    [],
  )

  /** Uploads what is not uploaded. Where its script cannot be loaded, the files go with the form. */
  const stage = useCallback(() => {
    const onRefused = (field: FileField, file: Attachment, failure: ApiFailure) => {
      const error = refusedFilesText(t, failure, [file])
      tell(field, { error })
      showToast(error)
    }
    attachments.staging ??= import('../sending/stage')
      .then(
        ({ stageChosen }) => stageChosen(attachments, onRefused),
        () => undefined,
      )
      .finally(() => {
        attachments.staging = null
      })
  }, [attachments, t, tell, showToast])

  const add = useCallback(
    (field: FileField, offered: readonly File[]) => {
      const rule = FILE_FIELDS[kind][field]
      if (!rule || offered.length === 0) return
      const { files, alerts, duplicates } = admit(attachments.lists[field] ?? [], offered, rule)
      const errors = alerts.map((key) => t(`inquiry:${key}`))
      if (errors.length > 0) showToast(...errors)
      const status = [
        duplicates.length > 0 && t('inquiry:file-duplicate', { names: duplicates.join(', ') }),
        t('inquiry:file-added', { count: files.length, max: rule.max }),
      ]
      attachments.set(field, files)
      tell(field, {
        status: status.filter(Boolean).join(' '),
        ...(errors.length > 0 && { error: errors.join(' '), focus: true }),
      })
      stage()
    },
    [kind, attachments, showToast, stage, tell, t],
  )

  const remove = useCallback(
    (field: FileField, index: number) => {
      const files = attachments.lists[field] ?? []
      attachments.set(field, files.toSpliced(index, 1))
      tell(field, { status: t('inquiry:file-removed', { name: files[index]?.name ?? '' }) })
    },
    [attachments, tell, t],
  )

  /** Uploads a file once more. */
  const retry = useCallback(
    (field: FileField, { file }: Attachment) => {
      if (file) attachments.setUpload(field, file, undefined)
      stage()
    },
    [attachments, stage],
  )

  const fail = useCallback((field: FileField, error: string) => tell(field, { error, focus: true }), [tell])

  /** The edge has destroyed the staged files of a field: those of this page are uploaded again. */
  const expire = useCallback(
    (field: FileField) => {
      const isLost = attachments.forgetStaged(field)
      stage()
      return t(isLost ? 'inquiry:files-expired' : 'inquiry:file-upload-fail-alert')
    },
    [attachments, stage, t],
  )

  return { attachments, selected, messages, add, remove, retry, expire, fail }
}
