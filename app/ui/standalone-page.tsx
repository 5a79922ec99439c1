import type { ReactNode } from 'react'
import styles from './standalone-page.module.css'

/** A page outside the main layout: the logo above, the content centred. */
export function StandalonePage({
  ground,
  logo,
  children,
}: {
  ground: 'neutral' | 'tinted'
  logo: ReactNode
  children: ReactNode
}) {
  return (
    <div className={`${styles.page} ${styles[ground]}`}>
      <header className={styles.header}>{logo}</header>
      <main className={styles.main}>{children}</main>
    </div>
  )
}
