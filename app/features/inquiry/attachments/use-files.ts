import { useCallback, useReducer, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { type FormKind } from '../../../../functions/contract/form-fields'
import { FILE_FIELDS, type FileField, type FileNames, type FileRule } from '../../../../functions/contract/form-files'
import { fileNamesKey, forget, readStored, store } from '../draft'
import { besideFileField } from '../messages'
import { admit } from './file-rules'

export type SelectedFiles = Partial<Record<FileField, readonly File[]>>

/** The latest message of a field: an error beside it, or a status for screen readers. */
interface FieldMessage {
  error?: string
  status?: string
}

/** Of a field that the form does not have. */
const NO_FILES: FileRule = { max: 0, bytes: 0 }

/** The chosen files of the forms in this document: they outlive a walk through the app. On the server there are none. */
const chosen = new Map<string, SelectedFiles>()

/**
 * The chosen files of a form, by field. They leave the browser when the form is sent. A reload loses them, so their names are kept in the tab
 * and the form says which to choose again.
 * @param posted names of files that came with the form when it was posted without a script
 * @param showToast shows these sentences as toasts
 */
export function useFiles(kind: FormKind, brandId: string, posted: FileNames, showToast: (...texts: string[]) => void) {
  const { t } = useTranslation('inquiry')
  const key = fileNamesKey(brandId, kind)
  const [, render] = useReducer((count: number) => count + 1, 0)
  const [notKept, setNotKept] = useState(posted)
  const [messages, setMessages] = useState<Partial<Record<FileField, FieldMessage>>>({})
  const lists = chosen.get(key) ?? {}
  const ruleOf = useCallback((field: FileField): FileRule => FILE_FIELDS[kind][field] ?? NO_FILES, [kind])
  const tell = (field: FileField, message: FieldMessage) => setMessages((present) => ({ ...present, [field]: message }))

  const set = (field: FileField, files: readonly File[]) => {
    const next = { ...chosen.get(key), [field]: files }
    chosen.set(key, next)
    const names = Object.entries(next).map(([name, list]) => [name, list.map((file) => file.name)] as const)
    if (names.some(([, list]) => list.length > 0)) store(key, Object.fromEntries(names))
    else forget(key)
    render()
  }
  /** Takes over the names of the files that were chosen before the page was loaded. */
  const restore = () => {
    if (!chosen.has(key)) setNotKept(readStored<FileNames>(key) ?? {})
  }
  /** Adds offered files to a field, and says which were not taken and why. */
  const add = (field: FileField, offered: readonly File[]) => {
    if (offered.length === 0) return
    const rule = ruleOf(field)
    const { files, alerts, refused, duplicates } = admit(chosen.get(key)?.[field] ?? [], offered, rule)
    set(field, files)
    const errors = alerts.map((alert) => t(alert))
    if (errors.length > 0) showToast(...errors)
    const status = [
      duplicates.length > 0 && t('file-duplicate', { names: duplicates.join(', ') }),
      t('file-added', { count: files.length, max: rule.max }),
    ]
    tell(field, {
      status: status.filter(Boolean).join(' '),
      ...(errors.length > 0 && { error: besideFileField(t, errors.join(' '), refused, rule) }),
    })
  }
  const remove = (field: FileField, index: number) => {
    const files = lists[field] ?? []
    set(field, files.toSpliced(index, 1))
    tell(field, { status: t('file-removed', { name: files[index]?.name ?? '' }) })
  }
  const fail = (field: FileField, error: string) => tell(field, { error })
  /** Forgets the files once they are sent. */
  const clear = () => {
    chosen.delete(key)
    forget(key)
  }

  return { lists, notKept, messages, restore, add, remove, fail, clear, ruleOf }
}
export type FormFiles = ReturnType<typeof useFiles>
