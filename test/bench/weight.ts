import type { Browser, Page, Response } from 'playwright-core'
import { gzipSync } from 'node:zlib'
import { withChromium } from './chromium.ts'
import { languages, routes, type Language, type MeasuredRoute } from './routes.ts'
import { atMost, round, type Section } from './section.ts'
import { withSite } from './served-site.ts'

const LOCALE = { ko: 'ko-KR', en: 'en-US' } as const
const KINDS = ['document', 'stylesheet', 'script', 'font', 'image', 'other'] as const
type Kind = (typeof KINDS)[number]
/** Pause after the last request until a page counts as loaded. */
const REST_MS = 700

/** KB of a first view without fonts and pictures. */
const firstViewMax = (path: string): number => (path === '/' ? 31 : /^\/(?:privacy|terms)/.test(path) ? 19 : 15)

interface View {
  route: MeasuredRoute
  language: Language
  requests: number
  /** Bytes by kind, texts gzipped, in thousands. */
  kb: Record<Kind, number>
  /** Executable inline script, which is part of the document. */
  inlineScript: number
  /** Scripts that block the first paint. */
  blocking: number
  /** All JavaScript of the hydrated page, inline included. */
  hydrated: number
}

export const weight: Section = {
  name: 'weight',
  title: 'Bytes and requests of a first view, before any interaction',
  measure: ({ quick }) =>
    withSite((site) =>
      withChromium(async (browser) => {
        const views: View[] = []
        for (const route of quick ? routes.slice(0, 2) : routes)
          for (const language of languages) views.push(await view(browser, site.origin, route, language))
        const content = views.filter(({ route }) => !route.form)
        const worst = (of: View[], value: (view: View) => number): number => Math.max(0, ...of.map(value))
        const before = ({ kb, inlineScript }: View): number => kb.script + inlineScript
        const page = ({ kb }: View): number => kb.document + kb.stylesheet + kb.script + kb.other
        return {
          tables: [
            {
              title: 'KB (1000 bytes, texts gzipped)',
              columns: [
                'route',
                'language',
                'requests',
                'document',
                'style',
                'script',
                'font',
                'image',
                'JS before',
                'JS hydrated',
              ],
              rows: views.map((one) => [
                one.route.path,
                one.language,
                one.requests,
                ...[
                  one.kb.document,
                  one.kb.stylesheet,
                  one.kb.script,
                  one.kb.font,
                  one.kb.image,
                  before(one),
                  one.hydrated,
                ].map((kb) => round(kb)),
              ]),
            },
          ],
          budgets: [
            atMost('JavaScript before any interaction, content routes', 2, worst(content, before), ' KB'),
            atMost(
              'scripts that block, form routes',
              0,
              worst(
                views.filter(({ route }) => route.form),
                ({ blocking }) => blocking,
              ),
            ),
            ...[true, false].map((isHome) =>
              atMost(
                `JavaScript once hydrated, ${isHome ? 'home' : 'all other routes'}`,
                isHome ? 160 : 150,
                worst(
                  views.filter(({ route: { path } }) => (path === '/') === isHome),
                  ({ hydrated }) => hydrated,
                ),
                ' KB',
              ),
            ),
            ...content
              .filter(({ language }) => language === 'ko')
              .map(({ route: { path } }) =>
                atMost(
                  `first view of ${path} without fonts and pictures`,
                  firstViewMax(path),
                  worst(
                    content.filter(({ route }) => route.path === path),
                    page,
                  ),
                  ' KB',
                ),
              ),
            ...languages.map((language) =>
              atMost(
                `fonts on first view, ${language}`,
                { en: 45, ko: 90 }[language],
                worst(
                  views.filter((one) => one.language === language),
                  ({ kb }) => kb.font,
                ),
                ' KB',
              ),
            ),
          ],
          notes: [
            'The boards here hold Korean texts: an English page that shows them fetches a slice of 20 KB on top of the interface’s font.',
          ],
        }
      }),
    ),
}

async function view(browser: Browser, origin: string, route: MeasuredRoute, language: Language): Promise<View> {
  const context = await browser.newContext({ locale: LOCALE[language], viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(origin + route.path, { waitUntil: 'load' })
    await rest(page)
    const first = responses.slice()
    const inline = await inlineScripts(first)
    const blocking = await page.evaluate(
      () => document.querySelectorAll('head script[src]:not([async], [defer], [type=module])').length,
    )
    // The first sign of intent hydrates the page.
    await page.mouse.move(400, 300)
    await rest(page)
    const scripts = responses.filter((response) => kindOf(response) === 'script')
    const kb = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
    for (const response of first) kb[kindOf(response)] += await weigh(response)
    return {
      route,
      language,
      requests: first.length,
      kb,
      inlineScript: inline,
      blocking,
      hydrated: inline + (await total(scripts)),
    }
  } finally {
    await context.close()
  }
}

async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(REST_MS)
  await page.waitForLoadState('networkidle')
}

function kindOf(response: Response): Kind {
  const type = response.request().resourceType()
  return KINDS.find((kind) => kind === type) ?? 'other'
}

const packed = (bytes: Buffer | string): number => gzipSync(bytes).length / 1000

/** Texts gzipped; fonts and pictures, except SVG, are compressed already. */
async function weigh(response: Response): Promise<number> {
  const body = await response.body().catch(() => Buffer.alloc(0))
  const isText = /text|javascript|json|svg|xml/.test(response.headers()['content-type'] ?? '')
  return isText ? packed(body) : body.length / 1000
}

const total = async (responses: Response[]): Promise<number> =>
  (await Promise.all(responses.map(weigh))).reduce((sum, kb) => sum + kb, 0)

/** Inline scripts of the document without data blocks. */
async function inlineScripts(responses: Response[]): Promise<number> {
  const html = (await responses[0]?.text()) ?? ''
  const scripts = [
    ...html.matchAll(/<script(?![^>]*\s(?:src=|type="(?:application|text)\/(?!javascript)))[^>]*>([^]*?)<\/script>/g),
  ]
  return scripts.length === 0 ? 0 : packed(scripts.map(([, text]) => text).join(''))
}
