import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { chromiumPath } from './chromium.ts'

export const LANGUAGES = ['ko', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export const BRANDS = ['vcp-x', 'partner-a', 'partner-b'] as const
export type BrandId = (typeof BRANDS)[number]

/** Partners' hosts resolve to this machine and every other name to a closed port: no test needs the internet. */
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
 * The suggestions of the address bar are two pages of their own in every window and take a third of the time of opening one, and a process
 * ahead of the next page is never used by who opens one page. Only the last switch of this name counts, so the features that Playwright
 * turns off are repeated.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess',
  'AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning',
]

const CHROMIUM = {
  executablePath: chromiumPath(),
  args: [...QUIET, HOSTS, `--disable-features=${DISABLED_FEATURES.join()}`],
}

let running: Promise<Browser> | undefined

/**
 * The browser of this process, started at its first use. It ends with the process: its files run one after the other and share it. Spoken to
 * without a server between, it costs a third less of the processor time that Playwright needs.
 */
export const openBrowser = (): Promise<Browser> =>
  (running ??= chromium.launch(CHROMIUM).then((browser) =>
    browser.once('disconnected', () => {
      running = undefined
    }),
  ))

/** Closes what the tests of a file have left open, and the browsers that wait for another visitor of a site that ends with the file. */
export async function closePages(lasting: string): Promise<void> {
  for (const key of free.keys()) if (!key.startsWith(`${lasting} `)) free.delete(key)
  const kept = [...free.values()].flat()
  const contexts = (await running)?.contexts() ?? []
  await Promise.all(contexts.filter((context) => !kept.includes(context)).map((context) => context.close()))
}

export interface VisitOptions {
  language: Language
  brand?: BrandId
  /** Whether the page's scripts run; on by default. */
  javaScript?: boolean
  width?: number
  height?: number
  /** Complaints that this visit causes on purpose, such as the 404 of a page that does not exist. */
  expected?: RegExp
  context?: BrowserContextOptions
  /** Whether nothing of the site may be in the browser's cache yet: where the load itself is measured. Off by default. */
  isFirst?: boolean
}

export interface Visit {
  page: Page
  /** Console errors and warnings, page errors and failed requests, each with its address. */
  complaints: string[]
  close(): Promise<void>
}

/** The site's origin on a brand's own host; browsers treat `.localhost` as secure without https. */
export function brandOrigin(origin: string, brand: BrandId): string {
  const url = new URL(origin)
  if (brand !== 'vcp-x') url.hostname = `${brand}.localhost`
  return url.origin
}

/** How long a click, a wait or a load may take on a busy machine. */
const STEP_TIMEOUT_MS = 30_000

/** Browsers whose visitor has left, by what they were opened with. */
const free = new Map<string, BrowserContext[]>()

/**
 * A visitor who has never been here: without cookies, storage or history. Unless it is the first one, the browser may have the site's
 * scripts and fonts in its cache, from the last visitor of the same language and site: to fetch and compile them for each is a third
 * of the processor time of a visit.
 */
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
    context: more,
    isFirst = false,
  }: VisitOptions,
): Promise<Visit> {
  const options = {
    locale: language === 'ko' ? 'ko-KR' : 'en-US',
    baseURL: brandOrigin(origin, brand),
    javaScriptEnabled: javaScript,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
    ...more,
  } as const
  const kind = `${origin} ${JSON.stringify(options)}`
  let isReusable = javaScript && !isFirst
  const used = isReusable ? free.get(kind)?.pop() : undefined
  const context = used ?? (await browser.newContext(options))
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  const page = await context.newPage()
  if (used) await forget(page, options.baseURL)
  if (width !== 1280 || height !== 900) await page.setViewportSize({ width, height })
  // A clock cannot be taken out again.
  const { clock } = context
  const install = clock.install.bind(clock)
  clock.install = (time) => {
    isReusable = false
    return install(time)
  }
  page.once('crash', () => (isReusable = false))
  const complaints: string[] = []
  const complain = (text: string) => {
    if (!expected?.test(text)) complaints.push(`${page.url()}: ${text}`)
  }
  page.on('pageerror', (error) => complain(error.message))
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complain(message.text()))
  // A navigation aborts the requests of the page before it.
  page.on(
    'requestfailed',
    (request) =>
      request.failure()?.errorText === 'net::ERR_ABORTED' ||
      complain(`${request.url()} ${request.failure()?.errorText}`),
  )
  page.on('response', (response) => response.status() < 400 || complain(`${response.status()} ${response.url()}`))
  const close = async () => {
    if (!isReusable) return context.close()
    await Promise.all(context.pages().map((each) => each.close()))
    free.set(kind, [...(free.get(kind) ?? []), context])
  }
  return { page, complaints, close }
}

/** Removes what the visitor before has stored. */
async function forget(page: Page, origin: string): Promise<void> {
  await page.context().clearCookies()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devtools.detach()
}
