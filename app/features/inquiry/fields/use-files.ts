import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_FIELDS, type FileField, type FormKind } from '../../../../functions/contract/form-fields'
import { admit } from './file-rules'

export type SelectedFiles = Partial<Record<FileField, readonly File[]>>

/** The latest message of a field: an error beside it, or a status for screen readers. */
interface FieldMessage {
  error?: string
  status?: string
}

/**
 * The selected files of a form, by field.
 * @param showToast shows these sentences as toasts
 */
export function useFiles(kind: FormKind, showToast: (...texts: string[]) => void) {
  const { t } = useTranslation('inquiry')
  const [selected, setSelected] = useState<SelectedFiles>({})
  const [messages, setMessages] = useState<Partial<Record<FileField, FieldMessage>>>({})
  // Two selections can come before the next render; the second must see the files of the first.
  const latest = useRef<SelectedFiles>({})

  const update = useCallback((field: FileField, files: readonly File[], message: FieldMessage) => {
    latest.current = { ...latest.current, [field]: files }
    setSelected(latest.current)
    setMessages((present) => ({ ...present, [field]: message }))
  }, [])

  const add = useCallback(
    (field: FileField, offered: readonly File[]) => {
      const rule = FILE_FIELDS[kind][field]
      if (!rule || offered.length === 0) return
      const { files, alerts, duplicates } = admit(latest.current[field] ?? [], offered, rule)
      const errors = alerts.map((key) => t(key))
      if (errors.length > 0) showToast(...errors)
      const status = [
        duplicates.length > 0 && t('file-duplicate', { names: duplicates.join(', ') }),
        t('file-added', { count: files.length, max: rule.max }),
      ]
      update(field, files, {
        status: status.filter(Boolean).join(' '),
        ...(errors.length > 0 && { error: errors.join(' ') }),
      })
    },
    [kind, showToast, update, t],
  )

  const remove = useCallback(
    (field: FileField, index: number) => {
      const files = latest.current[field] ?? []
      const status = t('file-removed', { name: files[index]?.name ?? '' })
      update(field, files.toSpliced(index, 1), { status })
    },
    [update, t],
  )

  const fail = useCallback(
    (field: FileField, error: string) => setMessages((present) => ({ ...present, [field]: { error } })),
    [],
  )

  return { selected, latest, messages, add, remove, fail }
}
