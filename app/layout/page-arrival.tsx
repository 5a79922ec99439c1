import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * What a browser does for a page that it loads, done where the app changes pages in place: the title is said aloud, and
 * the focus goes to the content (WCAG 2.4.3, 4.1.3). Chips and 'More' keep their page, and so the focus.
 */
export function PageArrival({ mainId }: { mainId: string }) {
  const place = useRouterState({
    select: ({ resolvedLocation: at }) => at && `${at.pathname} ${new URLSearchParams(at.searchStr).get('page') ?? ''}`,
  })
  const before = useRef(place)
  const [title, setTitle] = useState('')
  useEffect(() => {
    const arrived = before.current !== undefined && before.current !== place
    before.current = place
    if (!arrived) return
    document.getElementById(mainId)?.focus({ preventScroll: true })
    // The new title is written in the same turn, after this.
    const timer = setTimeout(() => setTitle(document.title))
    return () => clearTimeout(timer)
  }, [place, mainId])
  return (
    <p role="status" className="visually-hidden">
      {title}
    </p>
  )
}
