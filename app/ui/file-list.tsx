import type { ComponentProps } from 'react'
import styles from './file-list.module.css'
import { Icon } from './icon'

interface ListedFile {
  name: string
  /** Formatted, such as `1.2 MB`. */
  size: string
  removeLabel: string
}

interface FileListProps extends ComponentProps<'ul'> {
  label: string
  files: ListedFile[]
  /** While the form is sent, no file can be removed. */
  locked: boolean
  onRemove: (index: number) => void
}

/** Selected files with size and remove button. */
export function FileList({ label, files, locked, onRemove, ...list }: FileListProps) {
  return (
    <ul className={styles.list} aria-label={label} tabIndex={-1} {...list}>
      {files.map(({ name, size, removeLabel }, index) => (
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
        </li>
      ))}
    </ul>
  )
}
