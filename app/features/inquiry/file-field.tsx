import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_FIELDS, type FileField as FileFieldName, type FormKind } from '../../../functions/contract/form-fields'
import { buttonClass } from '../../ui/button'
import { describedBy, FieldError } from '../../ui/field'
import { FileList } from '../../ui/file-list'
import styles from './file-field.module.css'
import { ACCEPTED, sizeInWords } from './file-rules'
import type { FieldOf } from './field-of'
import { useHydrated } from './use-hydrated'
import type { InquiryForm } from './use-inquiry-form'
import { progressOfFiles } from './progress'

/**
 * A field for files: the platform's own input, with a button in the page's language, a list, and drag and drop where a
 * script runs.
 */
export function FileField({
  kind,
  name,
  label,
  hint,
  field,
  state,
}: {
  kind: FormKind
  name: FileFieldName
  label: string
  hint: string
  field: FieldOf
  state: InquiryForm
}) {
  const { t } = useTranslation('inquiry')
  const { add, remove, attached, words } = state.attachments
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const hydrated = useHydrated()
  const [over, setOver] = useState(false)
  const control = field(name)
  const files = attached[name] ?? []
  const max = FILE_FIELDS[kind][name]?.max ?? 1
  const several = max > 1
  const full = several && files.length >= max
  const sending = state.phase.name !== 'filling'
  const word = words[name]
  const error = word?.error ?? (word ? undefined : control.error)

  const take = (from: HTMLInputElement) => {
    add(name, [...(from.files ?? [])])
    // The list below is what will be sent; the input starts anew, so that the same file can be chosen again.
    from.value = ''
  }
  useEffect(() => {
    if (input.current?.files?.length) take(input.current)
  }, [])
  useEffect(() => {
    // The field that failed gets the focus; where its button is hidden, its list.
    if (word?.error) (full ? list : input).current?.focus()
  }, [word, full])

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!sending) add(name, [...event.dataTransfer.files])
  }
  const dragged = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const frame = { id: control.id, error, hint }
  const fractions = state.phase.name === 'files' ? progressOfFiles(files, state.phase.sent[name] ?? 0) : null

  return (
    <div className={styles.field} role="group" aria-labelledby={`${control.id}-name`}>
      <span id={`${control.id}-name`} className={styles.name}>
        {label}
      </span>
      <div
        className={over ? `${styles.zone} ${styles.over}` : styles.zone}
        hidden={full}
        onDragOver={dragged}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
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
          {...describedBy(frame)}
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
            // The button that had the focus is gone; the next thing to do is to choose another.
            requestAnimationFrame(() => input.current?.focus())
          }}
          files={files.map((file, index) => ({
            name: file.name,
            size: t('file-size', sizeInWords(file.size)),
            removeLabel: t('remove', { name: file.name }),
            progress: fractions?.[index],
          }))}
        />
      )}
      <p role="status" className={styles.hint}>
        {word?.status}
      </p>
    </div>
  )
}
