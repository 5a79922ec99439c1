import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { withChromium } from './chromium.ts'
import { type DevTools, withDevTools } from './devtools.ts'
import { languages, routes, type Language } from './routes.ts'
import { atMost, median, round, type Section, type Table } from './section.ts'
import { withSite, type ServedSite } from './served-site.ts'
import { workOf, type Work } from './trace-work.ts'

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

const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions

/** A press that a visitor makes first on a page. The twin offers the same elements, without scripts. */
interface Press {
  name: string
  path: string
  act(page: Page): Promise<void>
}

const PRESSES: readonly Press[] = [
  {
    name: 'first key in a form',
    path: '/support/request',
    async act(page) {
      await page.locator('[name=user_name]').tap()
      await page.keyboard.press('a')
    },
  },
  { name: 'first chip', path: '/support/notice', act: (page) => page.locator('main nav a, main ul a').nth(1).tap() },
  { name: 'menu', path: '/', act: (page) => page.locator('header button').filter({ visible: true }).first().tap() },
]

/** Serves every page twice: as the site gives it, and as its bare twin. */
async function serveTwins(site: ServedSite): Promise<{ ours: string; twin: string; close(): void }> {
  const serve = async (change: (html: string) => string) => {
    const server = createServer((request, response) => {
      const { host: _host, ...headers } = request.headers
      const forwarded = Object.fromEntries(
        Object.entries({ ...headers, 'accept-encoding': 'identity' }).map(([name, value]) => [name, String(value)]),
      )
      site.get(request.url ?? '/', forwarded).then(
        ({ status, headers: answered, body }) => {
          const isHtml = String(answered['content-type']).startsWith('text/html')
          const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = answered
          response.writeHead(status, rest).end(isHtml ? change(body.toString('utf8')) : body)
        },
        () => response.writeHead(502).end(),
      )
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return server
  }
  const servers = [await serve((html) => html), await serve(bare)] as const
  const origin = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ours: origin(servers[0]),
    twin: origin(servers[1]),
    close: () => servers.forEach((server) => void server.close()),
  }
}

/** The page without style sheets, fonts and scripts. */
const bare = (html: string): string =>
  html
    .replace(/<style[\s>][^]*?<\/style>/g, '')
    .replace(/<script[\s>][^]*?<\/script>/g, '')
    .replace(/<link[^>]+rel="(?:stylesheet|preload|modulepreload)"[^>]*>/g, '')
    .replace(/\sstyle="[^"]*"/g, '')

async function onPhone<T>(browser: Browser, language: Language, act: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ ...PHONE, locale: language === 'ko' ? 'ko-KR' : 'en-US' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    return await act(page)
  } finally {
    await context.close()
  }
}

/** Traces one first visit. */
async function visit(devTools: DevTools, address: string, language: Language): Promise<Work> {
  const { browserContextId } = await devTools.send('Target.createBrowserContext')
  try {
    const { targetId } = await devTools.send('Target.createTarget', { url: 'about:blank', browserContextId })
    const { sessionId } = await devTools.send('Target.attachToTarget', { targetId, flatten: true })
    const send = (method: string, params: object) => devTools.send(method, params, sessionId)
    const { viewport, deviceScaleFactor } = PHONE
    await send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor, mobile: true })
    await send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await send('Network.setExtraHTTPHeaders', { headers: { 'accept-language': language } })
    await send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await send('Page.enable', {})
    const events = await devTools.trace(
      ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'v8'],
      async () => {
        const loaded = devTools.event('Page.loadEventFired', sessionId)
        await send('Page.navigate', { url: address })
        await loaded
        await sleep(SETTLE_MS)
      },
    )
    return workOf(events)
  } finally {
    await devTools.send('Target.disposeBrowserContext', { browserContextId })
  }
}

/** Milliseconds from a press to the next paint (Event Timing), the longest of its events. */
const press = (browser: Browser, origin: string, language: Language, { path, act }: Press): Promise<number> =>
  onPhone(browser, language, async (page) => {
    await page.addInitScript(() => {
      const durations: number[] = []
      Object.assign(window, { durations })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) durations.push(entry.duration)
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    })
    await page.goto(origin + path, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLE_MS)
    // The press of a link leads away; what it cost is known before.
    await page.evaluate(() =>
      addEventListener('click', (event) => (event.target as Element).closest('a') && event.preventDefault(), {
        capture: false,
      }),
    )
    await act(page)
    await page.waitForTimeout(1000)
    return page.evaluate(() => Math.max(16, ...(window as unknown as { durations: number[] }).durations))
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
      const twins = await serveTwins(site)
      try {
        return await withChromium(async (browser) => {
          const rounds = quick ? 1 : ROUNDS
          const blank = await browser.newPage()
          const index = await blank.evaluate(pageFunctions.computeBenchmarkIndex)
          await blank.close()
          const results: { path: string; language: Language; demanding: boolean; ours: Work; twin: Work }[] = []
          await withDevTools(async (devTools) => {
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
          })
          const presses: { name: string; ours: number; twin: number }[] = []
          for (const one of PRESSES) {
            const ours: number[] = []
            const twin: number[] = []
            for (let turn = 0; turn < rounds; turn++) {
              ours.push(await press(browser, twins.ours, 'ko', one))
              twin.push(await press(browser, twins.twin, 'ko', one))
            }
            presses.push({ name: one.name, ours: median(ours), twin: median(twin) })
          }
          const styleRatio = ({ ours, twin }: (typeof results)[number]) => ours.style / twin.style
          const extraBlocking = ({ ours, twin }: (typeof results)[number]) => ours.blocking - twin.blocking
          const worst = (demanding: boolean, value: (result: (typeof results)[number]) => number) =>
            Math.max(0, ...results.filter((result) => result.demanding === demanding).map(value))
          const work: Table = {
            title: `Medians of ${rounds}, in ms of processor time; benchmark index of this machine ${Math.round(index)}`,
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
