import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'
import styles from './notice.module.css'

const ICONS: Record<NoticeLook, IconName> = {
  empty: 'list',
  danger: 'alert',
  info: 'info',
  success: 'check',
  warning: 'alert',
}
export type NoticeLook = 'empty' | 'danger' | 'info' | 'success' | 'warning'

/** A message in place of content, or above it. */
export function Notice({ look, children }: { look: NoticeLook; children: ReactNode }) {
  return (
    <div className={`${styles.notice} ${styles[look]}`} role={look === 'danger' ? 'alert' : undefined}>
      <Icon name={ICONS[look]} size={22} />
      <p>{children}</p>
    </div>
  )
}
