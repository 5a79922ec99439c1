import { PAGE_DATA } from './page-data'

/**
 * Runs at the end of every page (build/inline-scripts.ts): runs the page's data and loads the app, once, when the browser is idle, at once
 * or after the first interaction, whose own paint comes first. A page without data stays as it is.
 */
export default function startHydration(): void {
  const { dataset } = document.documentElement
  const address = location.pathname + location.search
  // Going back from a reloaded page to one that the app had navigated to changes the address alone, because both are one document to
  // the browser.
  addEventListener('popstate', () => {
    if (dataset.hydration !== 'started' && location.pathname + location.search !== address) location.reload()
  })
  // The last one: what a board entry may have smuggled in stands before it.
  const data = [...document.querySelectorAll<HTMLScriptElement>(`script[type="${PAGE_DATA}"]`)].at(-1)
  if (!data) return
  const { when, entry = '' } = data.dataset
  const start = () => {
    if (dataset.hydration) return
    dataset.hydration = 'started'
    const script = document.createElement('script')
    script.text = data.text
    data.replaceWith(script)
    // Without the app links and forms go on working natively.
    import(/* @vite-ignore */ entry).catch(() => (dataset.hydration = 'failed'))
  }
  const startWhenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 })
    else setTimeout(start)
  }
  if (when === 'idle') return startWhenIdle()
  // After a tap there is a mouse event too, when the finger is up: what the tap opens is painted first.
  const startAfterPaint = () => requestAnimationFrame(startWhenIdle)
  // On a slow machine the pointer enters what it is over before this script runs: then only its moves tell.
  for (const type of ['mouseover', 'mousemove', 'touchmove', 'keydown', 'focusin', 'submit'])
    addEventListener(type, startAfterPaint, { once: true, passive: true, capture: true })
}
