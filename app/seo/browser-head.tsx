import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** What tells of one page to those who read it without running scripts: descriptions, sharing tags, other languages, JSON-LD. */
const OF_ONE_PAGE =
  'meta[name=description],meta[name=robots],meta[name^=twitter],meta[property],link[rel=alternate],script[type="application/ld+json"]'

/**
 * The part of the head that follows the visitor inside the app: the title, and the address that browsers share. Everything else came
 * with the first page for those who read it without running scripts, so it is not built a second time in the browser (decision 013);
 * what told of that page alone goes when it is left.
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
    if (title !== first.current) for (const element of document.head.querySelectorAll(OF_ONE_PAGE)) element.remove()
  }, [title])
  return (
    <>
      <title>{title}</title>
      {canonical && <link rel="canonical" href={canonical} />}
    </>
  )
}
