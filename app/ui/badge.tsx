import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** A short word in a pill, such as 'New'. */
export function Badge({ look, children }: { look: 'new' | 'question' | 'quiet'; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[look]}`}>{children}</span>
}
