import { useRouterState } from '@tanstack/react-router'

/**
 * The part of the head that changes while the visitor walks on inside the app: the title, and the address that browsers share.
 * Everything else came with the page, serves those who read it without running scripts, and stays as it is; so none of it is
 * built a second time in the browser (decision 013).
 */
export function BrowserHead() {
  const title = useRouterState({ select: ({ matches }) => matches.flatMap(({ meta }) => meta ?? []).findLast((one) => one?.title)?.title })
  const canonical = useRouterState({ select: ({ matches }) => matches.flatMap(({ links }) => links ?? []).find((one) => one?.rel === 'canonical')?.href })
  return (
    <>
      <title>{title}</title>
      {canonical && <link rel="canonical" href={canonical} />}
    </>
  )
}
