/**
 * Runs in the page's head (seo/inline-script.ts). The first page of a visit shows the system's font, so that no late font lays it out
 * again (decision 033); the browser fetches the interface's font when it has nothing else to do. Pages that the visitor reaches from
 * within the site show it from their first paint.
 */
export function provideInterfaceFont(fontUrl: string): void {
  const isWithinSite = document.referrer.startsWith(`${location.origin}/`)
  const link = document.createElement('link')
  const rel = isWithinSite ? 'preload' : 'prefetch'
  document.head.appendChild(Object.assign(link, { rel, as: 'font', crossOrigin: '', href: fontUrl }))
  if (isWithinSite) document.documentElement.dataset.font = ''
}
