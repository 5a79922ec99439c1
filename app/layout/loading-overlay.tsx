import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './loading-overlay.module.css'

/** A quick page shows no overlay, and a shown one does not flash. */
const DELAY_MS = 150
const SHOWN_MS_MIN = 300

/** Whether a navigation takes so long that the overlay is shown. */
export function useLoading(): boolean {
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
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

/** Lies over the content of the page that is being left, below the header. The text is for screen readers. */
export function LoadingOverlay({ shown }: { shown: boolean }) {
  const { t } = useTranslation('layout')
  return (
    <div role="status" className={shown ? styles.overlay : undefined}>
      {shown && (
        <>
          <span className={styles.spinner} aria-hidden="true" />
          <span className="visually-hidden">{t('loading')}</span>
        </>
      )}
    </div>
  )
}
