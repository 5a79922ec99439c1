import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import styles from './loading-overlay.module.css'

/** A quick page shows no overlay, and a shown one does not flash. */
const DELAY_MS = 150
const SHOWN_MS_MIN = 300

/** Whether the page that is shown is being left. */
export const usePending = (): boolean => useRouterState({ select: ({ status }) => status === 'pending' })

/** Whether a navigation takes so long that the overlay is shown. */
export function useLoading(isLoading: boolean): boolean {
  const [shown, setShown] = useState(false)
  const shownAt = useRef(0)
  useEffect(() => {
    if (isLoading === shown) return
    const wait = isLoading ? DELAY_MS : Math.max(0, shownAt.current + SHOWN_MS_MIN - Date.now())
    const timer = setTimeout(() => {
      shownAt.current = Date.now()
      setShown(isLoading)
    }, wait)
    return () => clearTimeout(timer)
  }, [isLoading, shown])
  return shown
}

/** Lies over the content of the page that is being left, below the header. The announcer says what it shows. */
export function LoadingOverlay() {
  return (
    <div className={styles.overlay} aria-hidden="true">
      <span className={styles.spinner} />
    </div>
  )
}
