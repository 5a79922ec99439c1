import type { ReactNode } from 'react'
import styles from './page-heading.module.css'

/** The page's h1 with an optional line below it. */
export function PageHeading({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  return (
    <div className={styles.heading}>
      <h1>{children}</h1>
      {lead && <p>{lead}</p>}
    </div>
  )
}
