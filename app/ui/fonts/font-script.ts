/**
 * Runs in the page's head (seo/inline-script.ts): switches to the interface's font (decision 006). For a visitor who
 * enters the site that is after the first paint, so that the font does not delay the text; within the site at once,
 * because the browser has the font then.
 */
export function showInterfaceFont(fontUrl: string): void {
  const show = () => {
    document.documentElement.dataset.font = ''
  }
  if (!document.referrer.startsWith(`${location.origin}/`)) {
    addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(show)))
    return
  }
  const preload = document.createElement('link')
  document.head.appendChild(Object.assign(preload, { rel: 'preload', as: 'font', crossOrigin: '', href: fontUrl }))
  show()
}
