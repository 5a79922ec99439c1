import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_FIELDS, type FileField, type FormKind } from '../../../functions/contract/form-fields'
import { admit } from './file-rules'

export type Attached = Partial<Record<FileField, readonly File[]>>

/** A field's last word: what went wrong, beside the field, or what just happened, for those who do not see it. */
interface FieldWord {
  error?: string
  status?: string
}

/** The files of a form, by field. `alert` shows a toast. */
export function useAttachments(kind: FormKind, alert: (...texts: string[]) => void) {
  const { t } = useTranslation('inquiry')
  const [attached, setAttached] = useState<Attached>({})
  const [words, setWords] = useState<Partial<Record<FileField, FieldWord>>>({})
  // Two selections can come before one is drawn; each must see the other's files.
  const latest = useRef<Attached>({})

  const settle = useCallback((field: FileField, files: readonly File[], word: FieldWord) => {
    latest.current = { ...latest.current, [field]: files }
    setAttached(latest.current)
    setWords((present) => ({ ...present, [field]: word }))
  }, [])

  const add = useCallback(
    (field: FileField, offered: readonly File[]) => {
      const rule = FILE_FIELDS[kind][field]
      if (!rule || offered.length === 0) return
      const { files, alerts, duplicates } = admit(latest.current[field] ?? [], offered, rule)
      const sentences = alerts.map((key) => t(key))
      if (sentences.length > 0) alert(...sentences)
      const heard = [
        t('file-added', { count: files.length, max: rule.max }),
        duplicates.length > 0 && t('file-duplicate', { names: duplicates.join(', ') }),
      ]
      settle(field, files, {
        status: heard.filter(Boolean).reverse().join(' '),
        ...(sentences.length > 0 && { error: sentences.join(' ') }),
      })
    },
    [kind, alert, settle, t],
  )

  const remove = useCallback(
    (field: FileField, index: number) => {
      const files = latest.current[field] ?? []
      const name = files[index]?.name ?? ''
      settle(
        field,
        files.filter((_, at) => at !== index),
        { status: t('file-removed', { name }) },
      )
    },
    [settle, t],
  )

  const fail = useCallback(
    (field: FileField, error: string) => setWords((present) => ({ ...present, [field]: { error } })),
    [],
  )

  return { attached, latest, words, add, remove, fail }
}
export type Attachments = ReturnType<typeof useAttachments>
