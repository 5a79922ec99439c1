import type { ReactNode } from 'react'
import { MAIN_ID, SkipLink } from './skip-link'
import styles from './standalone-page.module.css'

/** A page outside the main layout: the logo above, the content centred, a small footer below. */
export function StandalonePage({
  ground,
  skip,
  logo,
  footer,
  children,
}: {
  ground: 'neutral' | 'tinted'
  /** Words of the skip link. */
  skip: string
  logo: ReactNode
  footer: ReactNode
  children: ReactNode
}) {
  return (
    <div className={`${styles.page} ${styles[ground]}`}>
      <SkipLink>{skip}</SkipLink>
      <header className={styles.header}>{logo}</header>
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {footer}
    </div>
  )
}
