import { PAGE_DATA } from './page-data'

/**
 * Runs at the end of every page (build/inline-scripts.ts): runs the page's data and loads the app, once, after
 * the first interaction, whose own paint comes first. A form into which something is to come back, or in which the browser itself has restored
 * something, needs the app too. A page without data stays as it is.
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
  const { entry = '' } = data.dataset
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
  // After a tap there is a mouse event too, when the finger is up: what the tap opens is painted first.
  const startAfterPaint = () => requestAnimationFrame(startWhenIdle)
  // On a slow machine the pointer enters what it is over before this script runs: then only its moves tell.
  for (const type of ['mouseover', 'mousemove', 'touchmove', 'keydown', 'focusin', 'input', 'change', 'submit'])
    addEventListener(type, startAfterPaint, { once: true, passive: true, capture: true })
  // A browser restores what was typed until the page is shown, and the counter does not know. What the tab keeps comes back by the app.
  addEventListener('pageshow', () => {
    const form = document.querySelector<HTMLFormElement>('form[data-kept]')
    const area = form?.querySelector('textarea')
    if (area && (area.value !== area.defaultValue || isKept(form?.dataset.kept))) startWhenIdle()
  })
}

/** @param key of session storage */
function isKept(key = ''): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    // Storage is forbidden.
    return false
  }
}
