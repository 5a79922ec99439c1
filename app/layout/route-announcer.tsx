import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * Does after client-side navigation what a browser does after loading a page: announces the title and moves the focus to
 * the content (WCAG 2.4.3, 4.1.3). Chips and 'More' stay on their page and keep the focus, as long as they are there.
 */
export function RouteAnnouncer({ mainId }: { mainId: string }) {
  const page = useRouterState({
    select: ({ resolvedLocation: at }) => at && `${at.pathname} ${new URLSearchParams(at.searchStr).get('page') ?? ''}`,
  })
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
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
    if (isLoading) hadFocus.current = hasFocus
    // What had the focus has gone, such as the chips of a list that could not be loaded.
    else if (hadFocus.current && !hasFocus) document.getElementById(mainId)?.focus({ preventScroll: true })
  }, [isLoading, mainId])
  return (
    <p role="status" className="visually-hidden">
      {title}
    </p>
  )
}
