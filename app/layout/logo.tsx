import { Link } from '@tanstack/react-router'
import type { MouseEventHandler } from 'react'
import type { PageBrand } from '../context/page-context'
import styles from './logo.module.css'

/** The brand's symbol and word mark; links to the top of home. */
export function Logo({ brand, onClick }: { brand: PageBrand; onClick?: MouseEventHandler }) {
  return (
    <Link
      to="/"
      className={styles.logo}
      activeProps={{}}
      onClick={(event) => {
        onClick?.(event)
        window.scrollTo({ top: 0 })
      }}
    >
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <path d={brand.symbol} />
      </svg>
      <span>{brand.wordmark}</span>
    </Link>
  )
}
