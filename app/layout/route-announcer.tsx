import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { usePending } from './loading-overlay'

/**
 * Does after client-side navigation what a browser does after loading a page: announces the title and moves the focus to
 * the content (WCAG 2.4.3, 4.1.3). Chips and 'More' stay on their page and keep the focus, as long as they are there.
 * @param loading whether it takes so long that it is shown
 */
export function RouteAnnouncer({ mainId, loading }: { mainId: string; loading: boolean }) {
  const { t } = useTranslation('layout')
  const page = useRouterState({
    select: ({ resolvedLocation: at }) => {
      const query = new URLSearchParams(at?.searchStr)
      // A page of a list, and what changed in a legal text, are pages of their own.
      return at && `${at.pathname} ${query.get('page')} ${query.get('compare')}`
    },
  })
  const isLoading = usePending()
  const previous = useRef(page)
  const hadFocus = useRef(false)
  const [title, setTitle] = useState('')
  useEffect(() => {
    const navigated = previous.current !== undefined && previous.current !== page
    previous.current = page
    if (!navigated) return
    document.getElementById(mainId)?.focus({ preventScroll: true })
    // React sets the new title after this effect, in the same task.
    const timer = setTimeout(() => setTitle(document.title))
    return () => clearTimeout(timer)
  }, [page, mainId])
  useEffect(() => {
    const hasFocus = document.activeElement !== document.body
    if (isLoading) {
      hadFocus.current = hasFocus
      setTitle('')
    }
    // What had the focus has gone, such as the chips of a list that could not be loaded.
    else if (hadFocus.current && !hasFocus) document.getElementById(mainId)?.focus({ preventScroll: true })
  }, [isLoading, mainId])
  return <output className="visually-hidden">{title || (loading && t('loading'))}</output>
}
