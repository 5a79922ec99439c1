import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * Does after client-side navigation what a browser does after loading a page: announces the title and moves the focus to
 * the content (WCAG 2.4.3, 4.1.3). Chips and 'More' stay on their page and keep the focus.
 */
export function RouteAnnouncer({ mainId }: { mainId: string }) {
  const page = useRouterState({
    select: ({ resolvedLocation: at }) => at && `${at.pathname} ${new URLSearchParams(at.searchStr).get('page') ?? ''}`,
  })
  const previous = useRef(page)
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
  return (
    <p role="status" className="visually-hidden">
      {title}
    </p>
  )
}
