import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_FIELDS, type FileField, type FileRule, type FormKind } from '../../../../functions/contract/form-fields'
import { attachmentOf, attachmentsOf, noAttachments, noNames, type Attachment } from './attachments'
import type { FieldMessage } from './choose'

/** Of a field that the form does not have. */
const NO_FILES: FileRule = { max: 0, bytes: 0 }

/**
 * The selected files of a form, by field. Each is uploaded as soon as it is chosen, while the visitor writes on (decision 035).
 * @param showToast shows these sentences as toasts
 */
export function useFiles(kind: FormKind, brandId: string, showToast: (...texts: string[]) => void) {
  const { t } = useTranslation(['inquiry', 'error'])
  const attachments = attachmentsOf(brandId, kind)
  const selected = useSyncExternalStore(attachments.subscribe, () => attachments.lists, noAttachments)
  const unfinished = useSyncExternalStore(attachments.subscribe, () => attachments.unfinished, noNames)
  const [messages, setMessages] = useState<Partial<Record<FileField, FieldMessage>>>({})
  const tell = useCallback(
    (field: FileField, message: FieldMessage) => setMessages((present) => ({ ...present, [field]: message })),
    [],
  )
  const ruleOf = useCallback((field: FileField): FileRule => FILE_FIELDS[kind][field] ?? NO_FILES, [kind])
  const messenger = useMemo(() => ({ t, tell, showToast, ruleOf }), [t, tell, showToast, ruleOf])

  const add = useCallback(
    (field: FileField, offered: readonly File[]) => {
      if (offered.length === 0) return
      attachments.choosing = import('./choose').then(
        ({ chooseFiles }) => chooseFiles(attachments, { field, offered, rule: ruleOf(field) }, messenger),
        // Where the script cannot be loaded, the edge checks the files when the form is sent.
        () => attachments.set(field, offered.map(attachmentOf)),
      )
    },
    [attachments, messenger, ruleOf],
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
  const retry = (field: FileField, { file }: Attachment) => {
    if (file) attachments.setUpload(field, file, undefined)
    void import('./choose').then(({ uploadChosen }) => uploadChosen(attachments, messenger))
  }
  /** The edge has destroyed the staged files of a field. @returns what the visitor is told */
  const expire = async (field: FileField) => (await import('./choose')).expire(attachments, field, messenger)
  const fail = (field: FileField, error: string) => tell(field, { error, focus: true })

  return { attachments, selected, unfinished, messages, add, remove, retry, expire, fail, ruleOf }
}
export type FormFiles = ReturnType<typeof useFiles>
