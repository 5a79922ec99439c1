import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FileList } from '../../../ui/file-list'
import styles from './attached-files.module.css'
import type { Attachment } from './attachments'
import { progressOfFiles } from './progress'

export interface AttachedFilesProps {
  files: readonly Attachment[]
  /** Bytes of the form's own upload so far, null while it is not sent. */
  sent: number | null
  /** While the form is sent, nothing can be changed. */
  locked: boolean
  /** Id of the field's error. */
  describedBy: string | undefined
  /** The list gets the focus when this changes to another value than null: the error that it is about. */
  focusFor: object | null
  onRemove: (index: number) => void
  onRetry: (file: Attachment) => void
}

/** The files of a field with their progress. Loaded with the first file. */
export function AttachedFiles({ files, sent, locked, describedBy, focusFor, onRemove, onRetry }: AttachedFilesProps) {
  const { t } = useTranslation('inquiry')
  const list = useRef<HTMLUListElement>(null)
  const status = !locked && statusOfUploads(files)
  const fractions = progressOfFiles(files, sent ?? 0)
  useEffect(() => {
    if (focusFor) list.current?.focus()
  }, [focusFor])
  const retry = (file: Attachment) => ({
    text: t('not-uploaded'),
    label: `${file.name}: ${t('try-again')}`,
    button: t('try-again'),
    onRetry: () => {
      onRetry(file)
      // The focused button is gone while the file is uploaded.
      list.current?.focus()
    },
  })
  return (
    <>
      <FileList
        ref={list}
        aria-describedby={describedBy}
        label={t('attached')}
        locked={locked}
        onRemove={onRemove}
        files={files.map((file, index) => ({
          name: file.name,
          size: t('file-size', sizeInWords(file.size)),
          removeLabel: t('remove', { name: file.name }),
          progress: sent !== null || file.upload?.state === 'sending' ? fractions[index] : undefined,
          ...(file.upload?.state === 'failed' && !locked && { retry: retry(file) }),
        }))}
      />
      <p role="status" className={styles.status}>
        {status && t(`upload-${status}`)}
      </p>
    </>
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
