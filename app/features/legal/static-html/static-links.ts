/**
 * Follows links in the still parts of a page (app/ui/still.tsx) inside the app, as the router's own links do.
 * @param walk goes to an address of this site
 */
export function followStillLinks(walk: (href: string) => void): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-still] a[href]') : null
    if (
      !link ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const { origin, pathname, search, hash, target } = link
    const isPage = origin === location.origin && !target && !pathname.includes('.') && !pathname.startsWith('/api/')
    const isPlaceHere = hash !== '' && pathname === location.pathname && search === location.search
    if (!isPage || isPlaceHere) return
    event.preventDefault()
    walk(pathname + search + hash)
  })
}
