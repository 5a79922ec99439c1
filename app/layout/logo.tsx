import { Link, useLocation } from '@tanstack/react-router'
import type { MouseEventHandler } from 'react'
import type { PageBrand } from '../context/page-context'
import styles from './logo.module.css'

/**
 * The brand's symbol and word mark; links to the top of home. At home it only scrolls: a navigation to the same page would end the scrolling
 * half-way, because the router restores the page's position.
 */
export function Logo({ brand, onClick }: { brand: PageBrand; onClick?: MouseEventHandler }) {
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' })
  return (
    <Link
      to="/"
      className={styles.logo}
      onClick={(event) => {
        onClick?.(event)
        if (!isHome || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
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
