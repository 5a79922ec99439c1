import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { x } from 'tinyexec'
import { withChromium } from './chromium.ts'
import { languages, routes, type Language } from './routes.ts'
import { atLeast, atMost, median, round, type Section } from './section.ts'
import { freePort } from '../support/free-port.ts'
import { withSite, type ServedSite } from './served-site.ts'
import { serveTwins } from './twins.ts'

/** No package of the project: with its own dependencies it is 80 MB, which no installation and no test needs. */
const LIGHTHOUSE = 'lighthouse@13.5.0'

/** The part of a report that is read here. */
interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
  runtimeError?: { message: string }
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Scores {
  path: string
  language: string
  scores: number[]
  lcp: number
  tbt: number
  cls: number
}

/** Lighthouse refuses pages that are not answered with 200, and there is nothing to find out about them by it. */
const measured = routes.filter(({ path }) => path !== '/no-such-page')
const isForm = new Set(measured.filter(({ form }) => form).map(({ path }) => path))
const isUnlisted = new Set(measured.filter(({ unlisted }) => unlisted).map(({ path }) => path))

export const lighthouse: Section = {
  name: 'lighthouse',
  title: 'Lighthouse, mobile preset',
  measure: ({ quick }) =>
    withSite(async (site) => {
      const port = await freePort()
      const all = await withChromium(async () => {
        const results: Scores[] = []
        for (const { path } of quick ? measured.slice(1, 2) : measured) {
          for (const language of languages) {
            // The first visit renders the page, as one does in five minutes; the measured ones get what all others get.
            await site.get(path, { 'accept-language': language })
            const rounds: Scores[] = []
            for (let round = 0; round < (quick ? 1 : 3); round++)
              rounds.push(await audit(site.origin, path, language, port))
            results.push(middle(rounds))
          }
        }
        return results
      }, [`--remote-debugging-port=${port}`])
      const paints = await paintsBesideTwin(site, port, quick ? 1 : 3)
      const worst = (category: number): number =>
        Math.min(
          ...all
            .filter(({ path }) => category !== 3 || !isUnlisted.has(path))
            .map(({ scores }) => scores[category] ?? 0),
        )
      const most = (of: Scores[], value: (scores: Scores) => number): number => Math.max(0, ...of.map(value))
      const content = all.filter(({ path }) => !isForm.has(path))
      return {
        tables: [
          {
            title: `Medians of ${quick ? 1 : 3}`,
            columns: ['route', 'language', ...CATEGORIES, 'LCP ms', 'TBT ms', 'CLS'],
            rows: all.map(({ path, language, scores, lcp, tbt, cls }) => [
              path,
              language,
              ...scores,
              Math.round(lcp),
              Math.round(tbt),
              round(cls, 3),
            ]),
          },
          {
            title: 'Largest paint beside the same page without fonts and scripts, as a bare Hono route would send it',
            columns: ['route', 'language', 'LCP ms', 'twin', 'ratio'],
            rows: paints.map(({ path, language, ours, twin }) => [
              path,
              language,
              Math.round(ours),
              Math.round(twin),
              round(ours / twin, 2),
            ]),
          },
        ],
        budgets: [
          ...CATEGORIES.map((category, index) =>
            atLeast(`Lighthouse ${category}, every route and language`, 100, worst(index)),
          ),
          atMost(
            'largest contentful paint, home',
            1200,
            most(
              all.filter(({ path }) => path === '/'),
              ({ lcp }) => lcp,
            ),
            ' ms',
            0,
          ),
          atMost(
            'largest contentful paint, other content routes',
            1000,
            most(
              content.filter(({ path }) => path !== '/'),
              ({ lcp }) => lcp,
            ),
            ' ms',
            0,
          ),
          ...languages.map((language) =>
            atMost(
              `largest contentful paint to the twin, list and form, ${language}`,
              { ko: 1.5, en: 1.2 }[language],
              Math.max(...paints.filter((one) => one.language === language).map(({ ours, twin }) => ours / twin)),
              '',
              2,
            ),
          ),
          atMost(
            'total blocking time, content routes',
            0,
            most(content, ({ tbt }) => tbt),
            ' ms',
            0,
          ),
          atMost(
            'total blocking time, form routes',
            50,
            most(
              all.filter(({ path }) => isForm.has(path)),
              ({ tbt }) => tbt,
            ),
            ' ms',
            0,
          ),
          atMost(
            'layout shift',
            0,
            most(all, ({ cls }) => cls),
            '',
            3,
          ),
        ],
        notes: [
          'Pages after a sent inquiry are closed to search engines on purpose; their SEO score is left out of the budget.',
        ],
      }
    }),
}

const plain = (html: string): string =>
  html
    .replace(/<script[\s>][^]*?<\/script>/g, '')
    .replace(/<link[^>]+rel="preload"[^>]*>/g, '')
    .replace(/@font-face\s*\{[^}]*\}/g, '')

interface Paints {
  path: string
  language: Language
  /** Medians of the largest contentful paint, in ms. */
  ours: number
  twin: number
}

/** Visits a list and a form and their twins in turn. */
async function paintsBesideTwin(site: ServedSite, port: number, rounds: number): Promise<Paints[]> {
  const twins = await serveTwins(site, plain)
  try {
    return await withChromium(async () => {
      const results: Paints[] = []
      for (const path of ['/support/notice', '/support/request']) {
        for (const language of languages) {
          const ours: number[] = []
          const twin: number[] = []
          for (let turn = 0; turn < rounds; turn++) {
            ours.push((await audit(twins.ours, path, language, port)).lcp)
            twin.push((await audit(twins.twin, path, language, port)).lcp)
          }
          results.push({ path, language, ours: median(ours), twin: median(twin) })
        }
      }
      return results
    }, [`--remote-debugging-port=${port}`])
  } finally {
    twins.close()
  }
}

/** Lighthouse asks for another run where Chromium has recorded no navigation. */
const AGAIN = /NO_NAVSTART/
const TRIES = 3

async function audit(origin: string, path: string, language: string, port: number): Promise<Scores> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  try {
    // In a file: the program ends before all of a report has gone through a pipe.
    const report = join(folder, 'report.json')
    for (let left = TRIES; ; left--) {
      const { stderr, exitCode } = await x('npx', [
        '--yes',
        LIGHTHOUSE,
        origin + path,
        `--port=${port}`,
        '--output=json',
        `--output-path=${report}`,
        '--quiet',
        '--no-enable-error-reporting',
        `--only-categories=${CATEGORIES.join()}`,
        `--extra-headers=${JSON.stringify({ 'accept-language': language })}`,
      ])
      if (exitCode === 0) return scoresOf(path, language, JSON.parse(await readFile(report, 'utf8')) as Report)
      if (left === 1 || !AGAIN.test(stderr)) throw new Error(`Lighthouse failed on ${path}: ${stderr}`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function scoresOf(path: string, language: string, { categories, audits, runtimeError }: Report): Scores {
  if (runtimeError) throw new Error(`Lighthouse failed on ${path}: ${runtimeError.message}`)
  const value = (audit: string): number => audits[audit]?.numericValue ?? NaN
  return {
    path,
    language,
    scores: CATEGORIES.map((category) => Math.round((categories[category]?.score ?? 0) * 100)),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  }
}

/** Each number's own median. @param rounds of one page, at least one */
function middle(rounds: Scores[]): Scores {
  const [first] = rounds
  if (!first) throw new Error('no rounds')
  const of = (value: (scores: Scores) => number): number => median(rounds.map(value))
  return {
    ...first,
    scores: first.scores.map((_, index) => of(({ scores }) => scores[index] ?? 0)),
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
    cls: of(({ cls }) => cls),
  }
}
