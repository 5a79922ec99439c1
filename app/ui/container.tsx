import type { ReactNode } from 'react'
import styles from './container.module.css'

/** The page's column: at most 1200 px wide, or 832 px with `narrow`. */
export function Container({
  narrow = false,
  className = '',
  children,
}: {
  narrow?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div className={[styles.container, narrow && styles.narrow, className].filter(Boolean).join(' ')}>{children}</div>
  )
}
