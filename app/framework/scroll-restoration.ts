/**
 * The router reports hydration as a rendered location, but it is no route change: the page stays where the visitor has scrolled it.
 * The router remembers the position of what has scrolled since it was created, and the page may have scrolled before.
 */
export function scrollsOnRouteChanges(): (to: { location: { href: string } }) => boolean {
  let hydrating: string | null = location.pathname + location.search + location.hash
  return ({ location: { href } }) => {
    const isHydration = href === hydrating
    hydrating = null
    if (isHydration) document.dispatchEvent(new Event('scroll'))
    return !isHydration
  }
}
