import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** A short word in a pill: the 'New' of a notice, the 'Q' of a FAQ row. Always text, never colour alone. */
export function Badge({ look, children }: { look: 'new' | 'question'; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[look]}`}>{children}</span>
}
