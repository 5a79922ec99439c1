import type { ReactNode } from 'react'
import { Icon } from './icon'
import styles from './tip.module.css'

/** An explanation that a button opens, without JavaScript too. At most one on a page. */
export function Tip({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <>
      <button type="button" className={styles.button} popoverTarget={id} aria-label={label}>
        <Icon name="info" size={18} />
      </button>
      <div id={id} popover="auto" className={styles.tip}>
        {children}
      </div>
    </>
  )
}
