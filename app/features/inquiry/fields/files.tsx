import { useHydrated } from '@tanstack/react-router'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import type { FileField } from '../../../../functions/contract/form-files'
import { describedBy, FieldError } from '../../../ui/field'
import { FileInput } from '../../../ui/file-input'
import { FileList } from '../../../ui/file-list'
import type { InquiryFormState } from '../use-inquiry-form'
import { ACCEPTED_FILES } from '../../../../functions/contract/attachments'
import { sizeInWords } from '../attachments/file-rules'
import styles from './files.module.css'

/** A field for files: the native input with a button in the page's language, a list, and drag and drop once hydrated. */
export function FilesField({
  form,
  name,
  label,
  hint,
}: {
  form: InquiryFormState
  name: FileField
  label: string
  hint: string
}) {
  const { t } = useTranslation('inquiry')
  const { add, remove, lists, messages, ruleOf } = form.files
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const [dragOver, setDragOver] = useState(false)
  const { sending } = form
  const list = useRef<HTMLUListElement>(null)
  const control = form.control(name)
  const files = lists[name] ?? []
  const { max } = ruleOf(name)
  const several = max > 1
  const full = several && files.length >= max
  const message = messages[name]
  const notKept = files.length === 0 ? (form.files.notKept[name] ?? []) : []
  const error = message?.error ?? (message ? undefined : control.error)

  const take = (from: HTMLInputElement) => {
    add(name, [...(from.files ?? [])])
    // The list below is what will be sent. An emptied input lets the visitor select the same file again.
    from.value = ''
  }
  useEffect(() => {
    // Files that were selected before hydration.
    if (input.current?.files?.length) take(input.current)
  }, [])
  useEffect(() => {
    // The error answers what the visitor has just done, so the field gets the focus; where its button is hidden, its list.
    if (message?.error) (full ? list.current : input.current)?.focus()
  }, [message, full])

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(false)
    if (!sending) add(name, [...event.dataTransfer.files])
  }
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(true)
  }

  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <div
        className={dragOver ? `${styles.zone} ${styles.over}` : styles.zone}
        hidden={full}
        onDragOver={onDragOver}
        onDragLeave={() => setDragOver(false)}
        onDrop={onDrop}
      >
        <FileInput
          ref={input}
          id={control.id}
          name={name}
          className={hydrated ? 'visually-hidden' : styles.waiting}
          choose={t('choose-file')}
          aria-label={`${label}: ${t('choose-file')}`}
          accept={ACCEPTED_FILES}
          multiple={several}
          disabled={sending}
          autoFocus={control.autoFocus}
          onChange={({ currentTarget }) => take(currentTarget)}
          {...describedBy({ id: control.id, error, hint })}
        />
        {hydrated && <span className={styles.drop}>{t(several ? 'drop-several' : 'drop')}</span>}
      </div>
      <p id={`${control.id}-hint`} className={styles.hint}>
        {hint} {t('file-types')}
        {notKept.length > 0 && (
          <strong className={styles.notKept}>{t('files-not-kept', { names: notKept.join(', ') })}</strong>
        )}
      </p>
      {error && <FieldError id={`${control.id}-error`}>{error}</FieldError>}
      {files.length > 0 && (
        <FileList
          ref={list}
          aria-describedby={error && `${control.id}-error`}
          label={t('attached')}
          locked={sending}
          files={files.map((file) => ({
            name: file.name,
            size: t('file-size', sizeInWords(file.size)),
            removeLabel: t('remove', { name: file.name }),
          }))}
          onRemove={(index) => {
            remove(name, index)
            // The focused button is gone with its file.
            requestAnimationFrame(() => input.current?.focus())
          }}
        />
      )}
      <output className={styles.hint}>{message?.status}</output>
    </fieldset>
  )
}
