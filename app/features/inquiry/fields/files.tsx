import { useHydrated } from '@tanstack/react-router'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_FIELDS, type FileField } from '../../../../functions/contract/form-fields'
import { buttonClass } from '../../../ui/button'
import { describedBy, FieldError } from '../../../ui/field'
import { FileList } from '../../../ui/file-list'
import type { InquiryFormState } from '../use-inquiry-form'
import { FILE_EXTENSIONS } from '../../../../functions/contract/limits'
import { progressOfFiles, type Attachment } from '../attachments/attachments'
import styles from './files.module.css'

/** For the `accept` attribute. */
const ACCEPTED = FILE_EXTENSIONS.map((extension) => `.${extension}`).join(',')

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
  const { add, remove, retry, selected, messages } = form.files
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const hydrated = useHydrated()
  const [dragOver, setDragOver] = useState(false)
  const { phase, sending } = form
  const control = form.field(name)
  const files = selected[name] ?? []
  const max = FILE_FIELDS[form.kind][name]?.max ?? 1
  const several = max > 1
  const full = several && files.length >= max
  const message = messages[name]
  const error = message?.error ?? (message ? undefined : control.error)
  const fractions = progressOfFiles(files, phase.name === 'files' ? (phase.sent[name] ?? 0) : 0)
  const isUploading = ({ upload }: Attachment) => phase.name === 'files' || upload?.state === 'sending'

  const uploadStatus = !sending && statusOfUploads(files)

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
    // The failing field gets the focus; where its button is hidden, its list.
    if (message?.error && message.focus) (full ? list : input).current?.focus()
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
    <div className={styles.field} role="group" aria-labelledby={`${control.id}-name`}>
      <span id={`${control.id}-name`} className={styles.name}>
        {label}
      </span>
      <div
        className={dragOver ? `${styles.zone} ${styles.over}` : styles.zone}
        hidden={full}
        onDragOver={onDragOver}
        onDragLeave={() => setDragOver(false)}
        onDrop={onDrop}
      >
        <input
          ref={input}
          type="file"
          id={control.id}
          name={name}
          className={hydrated ? `${styles.native} ${styles.enhanced}` : styles.native}
          accept={ACCEPTED}
          multiple={several}
          disabled={sending}
          autoFocus={control.autoFocus}
          onChange={({ currentTarget }) => take(currentTarget)}
          {...describedBy({ id: control.id, error, hint })}
        />
        <label htmlFor={control.id} className={buttonClass('outline', styles.button)}>
          {t('choose-file')}
        </label>
        {hydrated && <span className={styles.drop}>{t(several ? 'drop-several' : 'drop')}</span>}
      </div>
      <p id={`${control.id}-hint`} className={styles.hint}>
        {hint} {t('file-types')}
      </p>
      {error && <FieldError id={`${control.id}-error`}>{error}</FieldError>}
      {files.length > 0 && (
        <FileList
          ref={list}
          aria-describedby={error && `${control.id}-error`}
          label={t('attached')}
          locked={sending}
          onRemove={(index) => {
            remove(name, index)
            // The focused button is gone with its file.
            requestAnimationFrame(() => input.current?.focus())
          }}
          files={files.map((file, index) => ({
            name: file.name,
            size: t('file-size', sizeInWords(file.size)),
            removeLabel: t('remove', { name: file.name }),
            progress: isUploading(file) ? fractions[index] : undefined,
            ...(file.upload?.state === 'failed' &&
              !sending && {
                retry: {
                  text: t('file-not-uploaded'),
                  label: t('file-try-again', { name: file.name }),
                  button: t('try-again'),
                  onRetry: () => {
                    retry(name, file)
                    // The focused button is gone while the file is uploaded.
                    list.current?.focus()
                  },
                },
              }),
          }))}
        />
      )}
      <p role="status" className={styles.hint}>
        {message?.status} {uploadStatus && t(`upload-${uploadStatus}`)}
      </p>
    </div>
  )
}

/** What is said of the uploads of a field, null where nothing is to be said. */
function statusOfUploads(files: readonly Attachment[]): 'sending' | 'failed' | 'staged' | null {
  const states = files.map(({ upload }) => upload?.state)
  if (states.includes('sending')) return 'sending'
  if (states.includes('failed')) return 'failed'
  return states.length > 0 && states.every((state) => state === 'staged') ? 'staged' : null
}

/** A file size for display, rounded up. */
export function sizeInWords(bytes: number): { size: number; unit: 'KB' | 'MB' } {
  const kilobytes = Math.max(1, Math.ceil(bytes / 1024))
  return kilobytes < 1024
    ? { size: kilobytes, unit: 'KB' }
    : { size: Math.ceil((bytes / 1_048_576) * 10) / 10, unit: 'MB' }
}
