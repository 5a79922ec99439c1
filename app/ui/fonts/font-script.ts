/**
 * Runs in the page's head (seo/inline-script.ts) and decides whether this page shows the interface's font (decision 033). On a phone
 * the first page of a visit shows the system's font: a font that arrives late lays the whole page out again. The browser then
 * fetches it when it has nothing else to do, and the next page shows it from its first paint.
 */
export function chooseFont(fontUrl: string): void {
  const isShown = document.referrer.startsWith(`${location.origin}/`) || matchMedia('(min-width: 48rem)').matches
  const link = document.createElement('link')
  const rel = isShown ? 'preload' : 'prefetch'
  document.head.appendChild(Object.assign(link, { rel, as: 'font', crossOrigin: '', href: fontUrl }))
  if (isShown) document.documentElement.dataset.font = ''
}
