import type { ComponentProps } from 'react'
import styles from './file-list.module.css'
import { Icon } from './icon'

export interface ListedFile {
  name: string
  /** In words, such as `1.2 MB`. */
  size: string
  removeLabel: string
  /** From 0 to 1 while it is sent. */
  progress?: number | undefined
}

interface FileListProps extends ComponentProps<'ul'> {
  label: string
  files: ListedFile[]
  /** While they are sent, none can be taken off. */
  locked: boolean
  onRemove: (index: number) => void
}

/** Attached files with their size, a button to take each off, and a bar each while they are sent. */
export function FileList({ label, files, locked, onRemove, ...list }: FileListProps) {
  return (
    <ul className={styles.list} aria-label={label} tabIndex={-1} {...list}>
      {files.map(({ name, size, removeLabel, progress }, index) => (
        <li key={name} className={styles.item}>
          <Icon name="paperclip" size={18} />
          <span>
            <span className={styles.name}>{name}</span>
            <span className={styles.size}>{size}</span>
          </span>
          {!locked && (
            <button type="button" className={styles.remove} aria-label={removeLabel} onClick={() => onRemove(index)}>
              <Icon name="close" size={18} />
            </button>
          )}
          {progress !== undefined && (
            <progress className={styles.progress} aria-label={name} max={1} value={progress} />
          )}
        </li>
      ))}
    </ul>
  )
}
