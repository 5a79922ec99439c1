import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

export const LANGUAGES = ['ko', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export const BRANDS = ['vcp-x', 'partner-a', 'partner-b'] as const
export type BrandId = (typeof BRANDS)[number]

/** Partners' hosts lead to this machine, every other name leads nowhere: no test needs the internet. */
const HOSTS =
  '--host-resolver-rules=MAP partner-a.example 127.0.0.1, MAP partner-b.example 127.0.0.1, MAP *.example 127.0.0.1:1'
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/**
 * The address bar's suggestions are two pages of their own in every window, a third of what opening one costs. The last such switch
 * counts, so those that Playwright turns off are named again.
 */
const WITHOUT = [
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
  'AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning',
]

/** Debian's Chromium, or the one that CHROMIUM_PATH names. */
const CHROMIUM = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [...QUIET, HOSTS, `--disable-features=${WITHOUT.join()}`],
}
/** Name under which the test run tells its workers where the browser that they share is to be reached. */
export const SHARED_BROWSER = 'SHARED_BROWSER'

/** The browser of a whole test run: its workers only connect to it. */
export const serveBrowser = () => chromium.launchServer(CHROMIUM)

/** A connection to the test run's browser, closed with all of its own pages; outside of a run a browser of one's own. */
export const openBrowser = (): Promise<Browser> => {
  const shared = process.env[SHARED_BROWSER]
  return shared ? chromium.connect(shared) : chromium.launch(CHROMIUM)
}

export interface VisitOptions {
  language: Language
  brand?: BrandId
  /** Without: every script of the page is off. */
  javaScript?: boolean
  width?: number
  height?: number
  /** Complaints that this visit asks for, such as the 404 of a page that does not exist. */
  expected?: RegExp
  context?: BrowserContextOptions
}

export interface Visit {
  page: Page
  /** What the browser complained of, each with the address: console errors and warnings, page errors, requests that failed. */
  complaints: string[]
  close(): Promise<void>
}

/** The site's address under a brand's own host: a name that browsers trust without https, as they trust the real one with it. */
export function brandOrigin(origin: string, brand: BrandId): string {
  const url = new URL(origin)
  if (brand !== 'vcp-x') url.hostname = `${brand}.localhost`
  return url.origin
}

/** A fresh visitor with an empty browser. */
export async function visit(
  browser: Browser,
  origin: string,
  {
    language,
    brand = 'vcp-x',
    javaScript = true,
    width = 1280,
    height = 900,
    expected,
    context: more = {},
  }: VisitOptions,
): Promise<Visit> {
  const context = await browser.newContext({
    locale: language === 'ko' ? 'ko-KR' : 'en-US',
    baseURL: brandOrigin(origin, brand),
    javaScriptEnabled: javaScript,
    reducedMotion: 'reduce',
    viewport: { width, height },
    ...more,
  })
  const page = settling(await context.newPage(), javaScript)
  const complaints: string[] = []
  const complain = (text: string) => {
    if (!expected?.test(text)) complaints.push(`${page.url()}: ${text}`)
  }
  page.on('pageerror', (error) => complain(error.message))
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complain(message.text()))
  // A navigation ends the requests of the page before it.
  page.on(
    'requestfailed',
    (request) =>
      request.failure()?.errorText === 'net::ERR_ABORTED' ||
      complain(`${request.url()} ${request.failure()?.errorText}`),
  )
  page.on('response', (response) => response.status() < 400 || complain(`${response.status()} ${response.url()}`))
  return { page, complaints, close: () => context.close() }
}

/**
 * A page whose `goto` and `reload` end when the interface's font is there. It comes after the first paint and may move what stands far
 * down by a line, under the pointer of a test that clicks sooner than anybody could.
 */
export function settling(page: Page, javaScript = true): Page {
  if (!javaScript) return page
  const fontIsThere = () =>
    page.evaluate(async () => {
      const root = document.documentElement
      if (![...document.scripts].some(({ text }) => text.includes('dataset.font'))) return
      while (root.dataset.font === undefined) await new Promise((done) => requestAnimationFrame(done))
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      await document.fonts.ready
    })
  const { goto, reload } = page
  return Object.assign(page, {
    goto: async (...target: Parameters<Page['goto']>) => {
      const answer = await goto.apply(page, target)
      await fontIsThere()
      return answer
    },
    reload: async (...options: Parameters<Page['reload']>) => {
      const answer = await reload.apply(page, options)
      await fontIsThere()
      return answer
    },
  })
}
