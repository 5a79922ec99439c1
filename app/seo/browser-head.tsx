import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Elements of the server's head that belong to the first page only. */
const FIRST_PAGE_ONLY =
  'meta[name=description],meta[name=robots],meta[name^=twitter],meta[property],link[rel=alternate],script[type="application/ld+json"]'

/**
 * The head in the browser: title and canonical address. The rest is for readers that run no scripts, so only the server
 * builds it (decision 013); its elements are removed after the first page.
 */
export function BrowserHead() {
  const title = useRouterState({
    select: ({ matches }) => matches.flatMap(({ meta }) => meta ?? []).findLast((one) => one?.title)?.title,
  })
  const canonical = useRouterState({
    select: ({ matches }) => matches.flatMap(({ links }) => links ?? []).find((one) => one?.rel === 'canonical')?.href,
  })
  const first = useRef(title)
  useEffect(() => {
    if (title !== first.current) for (const element of document.head.querySelectorAll(FIRST_PAGE_ONLY)) element.remove()
  }, [title])
  return (
    <>
      <title>{title}</title>
      {canonical && <link rel="canonical" href={canonical} />}
    </>
  )
}
