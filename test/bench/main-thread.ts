import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DevTools, withDevTools } from './devtools.ts'
import { languages, routes, type Language } from './routes.ts'
import { atMost, median, round, type Section, type Table } from './section.ts'
import { withSite } from './served-site.ts'
import { workOf, type Work } from './trace-work.ts'
import { serveTwins } from './twins.ts'

/**
 * What the main thread of a slow phone does for a page, against the page's bare twin: the same rendered HTML without
 * style sheets, fonts and scripts, served by the same proxy, visited in turn. Only the ratios within a run mean anything.
 */

/** Slowdown of the processor, as in Lighthouse's mobile preset. */
const SLOWDOWN = 4
const ROUNDS = 7
/** What a quick run visits: home, a list and a form. */
const QUICK = new Set(['/', '/support/notice', '/support/request'])
/** After `load`: time for late fonts, and for forms to hydrate when idle. */
const SETTLE_MS = 2500

const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true }

/** What a visitor does first on a page. The twin offers the same elements, without scripts. */
interface Press {
  name: string
  path: string
  /** The visible element that is tapped: of all that match, the one with this index. */
  selector: string
  index: number
  /** Typed after the tap. */
  key?: string
  /** Chosen in place of a tap, which would open the window of the system. */
  file?: string
}

const PRESSES: readonly Press[] = [
  { name: 'first key in a form', path: '/support/request', selector: '[name=user_name]', index: 0, key: 'a' },
  {
    name: 'first chosen file',
    path: '/support/request',
    selector: 'input[type=file]',
    index: 0,
    file: join(import.meta.dirname, '../../docs/pictures/request-en.png'),
  },
  { name: 'first chip', path: '/support/notice', selector: 'main nav a, main ul a', index: 1 },
  { name: 'menu', path: '/', selector: 'header button', index: 0 },
]

/** The page without style sheets, fonts and scripts. */
const bare = (html: string): string =>
  html
    .replace(/<style[\s>][^]*?<\/style>/g, '')
    .replace(/<script[\s>][^]*?<\/script>/g, '')
    .replace(/<link[^>]+rel="(?:stylesheet|preload|modulepreload)"[^>]*>/g, '')
    .replace(/\sstyle="[^"]*"/g, '')

/** A page of a phone, in a visit of its own. `send` reaches this page. */
async function onPhone<T>(
  devTools: DevTools,
  language: Language,
  act: (send: DevTools['send'], loaded: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { browserContextId } = await devTools.send<{ browserContextId: string }>('Target.createBrowserContext')
  try {
    const { targetId } = await devTools.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
    })
    const { sessionId } = await devTools.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    })
    const send: DevTools['send'] = (method, params) => devTools.send(method, params, sessionId)
    await send('Emulation.setDeviceMetricsOverride', PHONE)
    await send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await send('Network.setExtraHTTPHeaders', { headers: { 'accept-language': language } })
    await send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await send('Page.enable')
    return await act(send, () => devTools.event('Page.loadEventFired', sessionId))
  } finally {
    await devTools.send('Target.disposeBrowserContext', { browserContextId })
  }
}

async function open(send: DevTools['send'], loaded: () => Promise<void>, url: string): Promise<void> {
  const load = loaded()
  await send('Page.navigate', { url })
  await load
  await sleep(SETTLE_MS)
}

/** Traces one first visit. */
const visit = (devTools: DevTools, address: string, language: Language): Promise<Work> =>
  onPhone(devTools, language, async (send, loaded) => {
    const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'v8']
    return workOf(await devTools.trace(categories, () => open(send, loaded, address)))
  })

/**
 * Runs in the page: keeps what Event Timing tells, and of a chosen file, of which it does not tell, the time to the next paint. The press of a
 * link leads away; what it cost is known before.
 */
function keepDurations(): void {
  const durations: number[] = []
  Object.assign(window, { durations })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) durations.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const { port1, port2 } = new MessageChannel()
  addEventListener('change', ({ timeStamp }) => {
    port1.onmessage = () => durations.push(performance.now() - timeStamp)
    requestAnimationFrame(() => port2.postMessage(null))
  })
  addEventListener('click', (event) => (event.target as Element).closest('a') && event.preventDefault())
}

/** Runs in the page. @returns the element, in the middle of the window */
function shown(selector: string, index: number): Element {
  const element = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())[index]
  if (!element) throw new Error(`nothing visible: ${selector}`)
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  return element
}

/** Runs in the page. @returns the middle of an element, as `x` and `y` of the window */
function middleOf(element: Element): { x: number; y: number } {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Milliseconds from a press to the next paint (Event Timing), the longest of its events. */
const press = (
  devTools: DevTools,
  origin: string,
  language: Language,
  { path, selector, index, key, file }: Press,
): Promise<number> =>
  onPhone(devTools, language, async (send, loaded) => {
    const run = async (expression: string, returnByValue: boolean) => {
      const { result, exceptionDetails } = await send<{
        result: { value: unknown; objectId?: string }
        exceptionDetails?: { text: string }
      }>('Runtime.evaluate', { expression, returnByValue })
      if (exceptionDetails) throw new Error(`${path}: ${exceptionDetails.text}`)
      return result
    }
    const evaluate = async <T>(expression: string): Promise<T> => (await run(expression, true)).value as T
    await open(send, loaded, origin + path)
    const element = `(${String(shown)})(${JSON.stringify(selector)}, ${index})`
    const point = await evaluate<object>(`(${String(middleOf)})(${element})`)
    await evaluate(`(${String(keepDurations)})()`)
    await sleep(500)
    if (file) await send('DOM.setFileInputFiles', { files: [file], objectId: (await run(element, false)).objectId })
    else {
      await send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
      await send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    if (key) {
      await send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, key })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key })
    }
    await sleep(1000)
    return evaluate<number>('Math.max(16, ...durations)')
  })

const middle = (works: Work[]): Work =>
  Object.fromEntries(
    (Object.keys(works[0] ?? {}) as (keyof Work)[]).map((key) => [key, median(works.map((work) => work[key]))]),
  ) as Work

export const mainThreadWork: Section = {
  name: 'main-thread',
  title: `Main thread, phone at ${SLOWDOWN}× slowdown, against the bare twin`,
  measure: ({ quick }) =>
    withSite(async (site) => {
      const twins = await serveTwins(site, bare)
      try {
        return await withDevTools(async (devTools) => {
          const rounds = quick ? 1 : ROUNDS
          const results: { path: string; language: Language; demanding: boolean; ours: Work; twin: Work }[] = []
          for (const { path, form } of quick ? routes.filter(({ path }) => QUICK.has(path)) : routes) {
            for (const language of languages) {
              await site.get(path, { 'accept-language': language })
              const ours: Work[] = []
              const twin: Work[] = []
              for (let turn = 0; turn < rounds; turn++) {
                ours.push(await visit(devTools, twins.ours + path, language))
                twin.push(await visit(devTools, twins.twin + path, language))
              }
              const demanding = form === true || path === '/'
              results.push({ path, language, demanding, ours: middle(ours), twin: middle(twin) })
            }
          }
          const presses: { name: string; ours: number; twin: number }[] = []
          for (const one of PRESSES) {
            const ours: number[] = []
            const twin: number[] = []
            for (let turn = 0; turn < rounds; turn++) {
              ours.push(await press(devTools, twins.ours, 'ko', one))
              twin.push(await press(devTools, twins.twin, 'ko', one))
            }
            presses.push({ name: one.name, ours: median(ours), twin: median(twin) })
          }
          const styleRatio = ({ ours, twin }: (typeof results)[number]) => ours.style / twin.style
          const extraBlocking = ({ ours, twin }: (typeof results)[number]) => ours.blocking - twin.blocking
          const worst = (demanding: boolean, value: (result: (typeof results)[number]) => number) =>
            Math.max(0, ...results.filter((result) => result.demanding === demanding).map(value))
          const work: Table = {
            title: `Medians of ${rounds}, in ms of processor time`,
            columns: [
              'route',
              'language',
              'style and layout',
              'twin',
              'ratio',
              'layouts',
              'script',
              'parse',
              'paint',
              'blocking',
              'twin',
            ],
            rows: results.map((result) => [
              result.path,
              result.language,
              round(result.ours.style, 0),
              round(result.twin.style, 0),
              round(styleRatio(result), 2),
              result.ours.layouts,
              round(result.ours.script, 0),
              round(result.ours.parse, 0),
              round(result.ours.paint, 0),
              round(result.ours.blocking, 0),
              round(result.twin.blocking, 0),
            ]),
          }
          return {
            tables: [
              work,
              {
                title: `First press to next paint, Korean, medians of ${rounds}, in ms`,
                columns: ['press', 'ours', 'twin'],
                rows: presses.map(({ name, ours, twin }) => [name, round(ours, 0), round(twin, 0)]),
              },
            ],
            budgets: [
              atMost('style and layout to the twin, content routes', 2, worst(false, styleRatio), '', 2),
              atMost('style and layout to the twin, home and forms', 2.5, worst(true, styleRatio), '', 2),
              atMost('blocking time beyond the twin, content routes', 50, worst(false, extraBlocking), ' ms', 0),
              atMost('blocking time beyond the twin, home and forms', 100, worst(true, extraBlocking), ' ms', 0),
              ...presses.map(({ name, ours, twin }) =>
                atMost(`${name} to next paint`, Math.max(100, 3 * twin), ours, ' ms', 0),
              ),
            ],
          }
        })
      } finally {
        twins.close()
      }
    }),
}
