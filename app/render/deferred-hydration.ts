import { type AnyRouter, rootRouteId } from '@tanstack/react-router'
import { inlineScript } from '../seo/inline-script'
import { formOn } from '../urls/form-paths'
import { FrameworkOutputError } from './framework-output'

/** The maintenance page; while a maintenance is in force it is shown at every address. */
export const MAINTENANCE_PATH = '/maintenance'
/** An address without a route: rendering it gives the error page. */
export const ERROR_PATH = '/error'

/**
 * When a page hydrates. Until then links and forms work natively.
 * `never`: the page is shown at another page's address, where the app would render that other page.
 */
export type Hydration = 'interaction' | 'idle' | 'never'

/** Form pages hydrate when the browser is idle; all others, and home with its form far below, on the first interaction. */
export function hydrationOf(path: string): Hydration {
  if (path === MAINTENANCE_PATH || path === ERROR_PATH) return 'never'
  return path !== '/' && formOn(path) ? 'idle' : 'interaction'
}

/** The type of the inert script element that holds the router's data until hydration. */
const PAGE_DATA = 'text/page-data'
/** The files of the page's routes within the data. Only server components read them, and their names hardly compress. */
const MANIFEST = /manifest:\$R\[1\]=\{[^]*?\},(?=matches:\$R\[)/
const DATA_END = '$_TSR.e()'

/** Scripts and styles of the page's routes, as the router renders them. */
export type Manifest = NonNullable<NonNullable<AnyRouter['ssr']>['manifest']>
type ManifestScripts = NonNullable<Manifest['routes'][string]['scripts']>
type HydrationSource = Pick<NonNullable<AnyRouter['serverSsr']>, 'takeInitialHydrationScriptTags'>

/**
 * The scripts that replace the framework's own in a page. The router's data becomes an inert block; a script runs it
 * later and loads the app.
 * @param serverSsr of the router; its data is taken, so that the framework renders none
 * @throws FrameworkOutputError if the router gives no entry or no data of the expected form
 */
export function hydrationScripts(
  when: Hydration,
  manifest: Manifest,
  serverSsr: HydrationSource | undefined,
): ManifestScripts {
  const entry = manifest.routes[rootRouteId]?.scripts?.find(({ attrs }) => attrs?.type === 'module')?.attrs?.src
  if (typeof entry !== 'string') throw new FrameworkOutputError('module script in the manifest of the root route')
  const data = serverSsr
    ?.takeInitialHydrationScriptTags()
    ?.before.map(({ children }) => children)
    .join(';')
  if (!data) throw new FrameworkOutputError('initial hydration script')
  if (!MANIFEST.test(data)) throw new FrameworkOutputError(`${MANIFEST} in the hydration data`)
  // The data of a loader that returns a promise would follow after the page.
  if (!data.includes(DATA_END)) throw new FrameworkOutputError(`${DATA_END} at the end of the hydration data`)
  const initial = { children: inlineScript(prepareStaticPage) }
  if (when === 'never') return [initial]
  return [
    initial,
    { attrs: { type: PAGE_DATA }, children: data.replace(MANIFEST, 'manifest:{routes:{}},') },
    { children: inlineScript(startHydration, when, entry, PAGE_DATA) },
  ]
}

/**
 * Runs in the browser on every page: reloads on `popstate` before hydration. Going back from a reloaded page to one that the app had
 * navigated to changes the address alone, because both are one document to the browser.
 */
function prepareStaticPage(): void {
  const address = location.pathname + location.search
  addEventListener('popstate', () => {
    const { hydration } = document.documentElement.dataset
    if (hydration !== 'started' && location.pathname + location.search !== address) location.reload()
  })
}

/**
 * Runs in the browser: runs the data and loads the app, once, when the browser is idle, at once or after the first interaction, whose own
 * paint comes first.
 */
function startHydration(when: string, entry: string, dataType: string): void {
  const start = () => {
    const { dataset } = document.documentElement
    // The last one: what a board entry may have smuggled in stands before it.
    const data = [...document.querySelectorAll(`script[type="${dataType}"]`)].at(-1)
    if (!data || dataset.hydration) return
    dataset.hydration = 'started'
    const script = document.createElement('script')
    script.text = data.textContent
    data.replaceWith(script)
    // Without the app links and forms go on working natively.
    import(entry).catch(() => (dataset.hydration = 'failed'))
  }
  const startWhenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 })
    else setTimeout(start)
  }
  if (when === 'idle') return startWhenIdle()
  // After a tap there is a mouse event too, when the finger is up: what the tap opens is painted first.
  const startAfterPaint = () => requestAnimationFrame(startWhenIdle)
  for (const type of ['mouseover', 'touchmove', 'keydown', 'focusin', 'submit'])
    addEventListener(type, startAfterPaint, { once: true, passive: true, capture: true })
}
