import type { ReactNode } from 'react'
import styles from './page-heading.module.css'

/**
 * The page's h1 with an optional line below it.
 * @param lang where it is in another language than the page
 */
export function PageHeading({
  children,
  lang,
  lead,
}: {
  children: ReactNode
  lang?: string | undefined
  lead?: ReactNode
}) {
  return (
    <div className={styles.heading}>
      <h1 lang={lang}>{children}</h1>
      {lead && <p>{lead}</p>}
    </div>
  )
}
