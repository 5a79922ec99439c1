import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe'
import { STATES, TONES } from './support/axe-states'
import { LANGUAGES } from './support/browser'
import { forcedColourFaults } from './support/forced-colours'
import { foreignNames } from './support/heard-names'
import { endlessMotion, reducedMotionFaults } from './support/motion'
import { pageFaults } from './support/page-faults'
import { everyRoute, isBare, onePerKind } from './support/routes'
import { textFaults } from './support/text-fit'
import { smallTargets } from './support/targets'
import { useSite } from './support/site'
import { resize, restyle } from './support/window'

/*
 * What holds for every page. A page of each kind is loaded once in each language, and every check is done on it in place, with its width,
 * style and state changed; each test tells what one check has found. What does not depend on the words is looked at in Korean only. axe
 * looks at every kind on a phone in Korean, and on a desk in English at one of each colour of the header and at a form;
 * test/long/axe-matrix.test.ts leaves nothing out.
 */
const site = useSite()

/** As WCAG 1.4.12 has it. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'
const TWICE = 'html { font-size: 200% }'

describe.each([
  { language: 'ko', axeWidth: 360, axeOn: () => true, wordless: true },
  {
    language: 'en',
    axeWidth: 1280,
    axeOn: (path: string) => [...TONES, '/support/request'].includes(path),
    wordless: false,
  },
] as const)('in $language', ({ language, axeWidth, axeOn, wordless }) => {
  /** What each check has found, each finding with its page. */
  const found = new Map<string, string[]>()
  const of = (check: string) => found.get(check) ?? ['not checked']
  let pages = 0

  async function look(page: Page, path: string): Promise<void> {
    const check = async (name: string, faults: Promise<string[]>) => {
      found.set(name, [...(found.get(name) ?? []), ...(await faults).map((fault) => `${path}: ${fault}`)])
    }
    await check('names', foreignNames(page, language))
    if (wordless) {
      await check('calm', reducedMotionFaults(page))
      await check('motion', endlessMotion(page))
      await check('targets 1280', smallTargets(page))
    }
    await restyle(page, SPACING)
    await check('spacing 1280', textFaults(page))
    await restyle(page, TWICE)
    await check('twice 1280', textFaults(page))
    await resize(page, 640)
    await check('twice 640', textFaults(page))
    await restyle(page, '')
    if (wordless) {
      await resize(page, 412)
      await check('targets 412', smallTargets(page))
    }
    await resize(page, 320, 640)
    await check('narrow', textFaults(page))
    await check('narrow', pageFaults(page, language))
    await resize(page, 360, 740)
    if (wordless) await check('targets 360', smallTargets(page))
    await restyle(page, SPACING)
    await check('spacing 360', textFaults(page))
    await restyle(page, '')
    if (axeOn(path) && axeWidth !== 360) await resize(page, axeWidth)
    for (const { name, on, typical, enter, leave } of STATES) {
      if (!axeOn(path) || !on(path) || !typical(path, axeWidth)) continue
      await enter(page, axeWidth)
      await check(`axe, ${name}`, axeFindings(page))
      await leave(page)
    }
    if (wordless) await check('forced', forcedColourFaults(page))
  }

  beforeAll(async () => {
    const { page, complaints, close } = await site.open(language, { expected: /status of 404|^404 / })
    await page.context().addCookies([{ name: 'theme', value: 'dark', url: site.origin }])
    for (const path of onePerKind(await everyRoute(site.origin))) {
      await resize(page, 1280)
      await page.goto(path)
      await look(page, path)
      pages++
    }
    await close()
    found.set('console', complaints)
  }, 300_000)

  test('axe finds nothing on any kind of page in any state', () => {
    expect(STATES.map(({ name }) => [name, of(`axe, ${name}`)])).toEqual(STATES.map(({ name }) => [name, []]))
    expect(pages).toBeGreaterThanOrEqual(15)
  })

  test('a page 320 px wide holds everything without scrolling sideways, in one language or saying which', () =>
    expect(of('narrow')).toEqual([]))

  test.each([1280, 640])('text of twice the size is neither cut off nor covered, %i px wide', (width) =>
    expect(of(`twice ${width}`)).toEqual([]),
  )

  test.each([1280, 360])('wider spacing of the text loses nothing, %i px wide', (width) =>
    expect(of(`spacing ${width}`)).toEqual([]),
  )

  test.runIf(wordless).each([360, 412, 1280])(
    'a target is 24 px in both directions, stands in a sentence, or has room around it, at %i px',
    (width) => expect(of(`targets ${width}`)).toEqual([]),
  )

  test.runIf(wordless)(
    'with forced colours controls keep an edge, the current link stands out, and the focus shows',
    () => expect(of('forced')).toEqual([]),
  )

  test.runIf(wordless)('with reduced motion nothing moves by itself, and no scrolling glides', () =>
    expect(of('calm')).toEqual([]),
  )

  test.runIf(wordless)('without it, what moves by itself stops within five seconds', () =>
    expect(of('motion')).toEqual([]),
  )

  test('names that are only heard are in the language of the page, and the other one’s says so', () =>
    expect(of('names')).toEqual([]))

  test('no page complains in the console, and none asks for what is not there', () => expect(of('console')).toEqual([]))
})

test('Korean words are not broken between lines, and headings are balanced', async () => {
  const page = await site.visit('ko', { width: 360 })
  await page.goto('/')
  const wrong = await page.locator('main :is(h1, h2, h3, p):visible').evaluateAll((parts) =>
    parts.flatMap((part) => {
      const style = getComputedStyle(part)
      const balanced = part.tagName === 'P' || style.getPropertyValue('text-wrap-style') === 'balance'
      return style.wordBreak === 'keep-all' && balanced ? [] : [part.outerHTML.slice(0, 100)]
    }),
  )
  expect(wrong).toEqual([])
})

test('every page has a title of its own in each language, and says which language it is in', async () => {
  for (const language of LANGUAGES) {
    const titles = new Map<string, string>()
    for (const path of (await everyRoute(site.origin)).filter((route) => !isBare(route))) {
      const html = await (await fetch(`${site.origin}${path}`, { headers: { 'accept-language': language } })).text()
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? ''
      expect(html).toContain(`<html lang="${language}"`)
      // The address of the version in force shows the same document as its date.
      if (!path.endsWith('/current')) expect([path, titles.get(title)]).toEqual([path, undefined])
      titles.set(title, path)
    }
  }
})
