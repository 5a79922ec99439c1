import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { lowContrast } from './contrast.ts'

/** WCAG 2.2 to level AA and what axe calls good practice; its experiments and level AAA stay out. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds on the page as it stands, with its places; nothing is the aim. What it cannot decide counts too, for
 * nobody else would look, but for contrasts over a gradient or beside something that covers a part: those are worked out here.
 * @param off rules that cannot hold in the page's present state
 */
export async function axeFindings(page: Page, off: string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { found, contrasts } = await page.evaluate(
    async ({ rules, disabled }) => {
      const { violations, incomplete } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: rules,
        rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations', 'incomplete'],
        // With styles of our own origin there is nothing to fetch first.
        preload: false,
        // A frame holds another page. Asking it would be a complaint in the console where its origin is another.
        iframes: false,
      })
      const places = (results: typeof violations) =>
        results.flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ id, place: target.join(' ') })))
      const undecided = places(incomplete)
      return {
        found: [...places(violations), ...undecided.filter(({ id }) => id !== 'color-contrast')].map(
          ({ id, place }) => `${id}: ${place}`,
        ),
        contrasts: undecided.filter(({ id }) => id === 'color-contrast').map(({ place }) => place),
      }
    },
    { rules: RULES, disabled: off },
  )
  const [covered, rest] = [
    found.filter((finding) => finding.startsWith(TARGET_SIZE)),
    found.filter((finding) => !finding.startsWith(TARGET_SIZE)),
  ]
  const small = await tooSmall(
    page,
    covered.map((finding) => finding.slice(TARGET_SIZE.length)),
  )
  return [
    ...rest,
    ...small.map((place) => TARGET_SIZE + place),
    ...(contrasts.length > 0 ? await lowContrast(page, contrasts) : []),
  ]
}

const TARGET_SIZE = 'target-size: '

/** Those of the targets that are too small in the middle of the window too: at its edge the fixed banner hides a part of what one scrolls to. */
function tooSmall(page: Page, places: string[]): Promise<string[]> {
  return page.evaluate(async (targets) => {
    const small: string[] = []
    const { scrollX, scrollY } = window
    for (const target of targets) {
      document.querySelector(target)?.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(target, {
        runOnly: { type: 'rule', values: ['target-size'] },
      })
      if (violations.length > 0) small.push(target)
    }
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    return small
  }, places)
}
