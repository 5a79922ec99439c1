import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES, type VisitOptions } from './support/browser'
import { pageFaults } from './support/page-faults'
import { everyRoute, isBare, onePerKind } from './support/routes'
import { textFaults } from './support/text-fit'
import { useSite } from './support/site'

const site = useSite()
let routes: string[]
beforeAll(async () => {
  routes = onePerKind(await everyRoute(site.origin))
})

/** Looks at one page of each kind; gives what was found, each with its path. */
async function everywhere(
  { language, ...options }: VisitOptions,
  look: (page: Page, path: string) => Promise<string[]>,
): Promise<string[]> {
  const page = await site.visit(language, { expected: /status of 404|^404 /, ...options })
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: site.origin }])
  const found: string[] = []
  for (const path of routes) {
    await page.goto(path)
    found.push(...(await look(page, path)).map((fault) => `${path}: ${fault}`))
  }
  return found
}

const withStyle = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, css)

/** As WCAG 1.4.12 has it. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

describe.each(LANGUAGES)('in %s', (language) => {
  test('a page 320 px wide holds everything without scrolling sideways, in one language or saying which', async () => {
    expect(
      await everywhere({ language, width: 320, height: 640 }, async (page) => [
        ...(await textFaults(page)),
        ...(await pageFaults(page, language)),
      ]),
    ).toEqual([])
  })

  test.each([1280, 640])('text of twice the size is neither cut off nor covered, %i px wide', async (width) => {
    expect(
      await everywhere({ language, width }, async (page) => {
        await withStyle(page, 'html { font-size: 200% }')
        return textFaults(page)
      }),
    ).toEqual([])
  })

  test.each([1280, 360])('wider spacing of the text loses nothing, %i px wide', async (width) => {
    expect(
      await everywhere({ language, width }, async (page) => {
        await withStyle(page, SPACING)
        return textFaults(page)
      }),
    ).toEqual([])
  })
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

describe('with forced colours', () => {
  const FORCED = { context: { forcedColors: 'active' } } as const

  test('controls keep an edge, the current link stands out, and the focus shows', async () => {
    const faults = await everywhere({ language: 'ko', ...FORCED }, (page) =>
      page.evaluate(() => {
        const name = (element: Element) =>
          `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 20)}"`
        const found: string[] = []
        const shown = (selector: string) =>
          [...document.querySelectorAll<HTMLElement>(selector)].filter(
            (element) => element.checkVisibility() && element.getBoundingClientRect().width > 2,
          )
        const canvas = getComputedStyle(document.body).backgroundColor
        for (const element of shown(
          'main button, main input:not([type=checkbox], [type=file]), main select, main textarea, main label[class*=button], main a[class*=button]',
        )) {
          const { borderTopWidth, borderTopStyle, backgroundColor, borderTopColor } = getComputedStyle(element)
          const edge = borderTopStyle !== 'none' && parseFloat(borderTopWidth) >= 1 && borderTopColor !== canvas
          const icon = element.querySelector('svg') !== null
          if (!edge && !icon && backgroundColor === canvas) found.push(`${name(element)} has no edge`)
        }
        for (const link of shown('nav [aria-current]')) {
          const other = shown('nav a:not([aria-current])').find(
            (candidate) =>
              candidate.className === link.className ||
              candidate.parentElement?.parentElement === link.parentElement?.parentElement,
          )
          if (other && getComputedStyle(other).backgroundColor === getComputedStyle(link).backgroundColor)
            found.push(`${name(link)} does not look current`)
        }
        for (const element of shown('a[href], button, input, select, textarea, summary')) {
          element.focus({ focusVisible: true } as FocusOptions)
          const parts = [element, element.nextElementSibling, element.parentElement].flatMap((part) =>
            part ? [getComputedStyle(part), getComputedStyle(part, '::after')] : [],
          )
          if (
            !parts.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1.5)
          )
            found.push(`${name(element)} does not show its focus`)
        }
        return found
      }),
    )
    expect(faults).toEqual([])
  })
})

describe('with reduced motion', () => {
  test('nothing moves by itself, and no scrolling glides', async () => {
    const faults = await everywhere({ language: 'en' }, (page) =>
      page.evaluate(() => {
        const running = document
          .getAnimations()
          .filter(
            (animation) =>
              animation.timeline instanceof DocumentTimeline &&
              Number(animation.effect?.getComputedTiming().duration) > 10,
          )
        const gliding = [...document.querySelectorAll('*')].filter(
          (element) => getComputedStyle(element).scrollBehavior === 'smooth',
        )
        return [
          ...running.map((animation) => (animation as CSSAnimation).animationName),
          ...gliding.map((element) => `${element.tagName} glides`),
        ]
      }),
    )
    expect(faults).toEqual([])
  })

  test('without it, what moves by itself stops within five seconds', async () => {
    const faults = await everywhere({ language: 'en', context: { reducedMotion: 'no-preference' } }, (page) =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter((animation) => animation.timeline instanceof DocumentTimeline)
          .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) > 5000)
          .map(
            (animation) =>
              `${(animation as CSSAnimation).animationName} runs for ${String(animation.effect?.getComputedTiming().endTime)} ms`,
          ),
      ),
    )
    expect(faults).toEqual([])
  })
})

describe.each([
  ['ko', 360],
  ['en', 412],
  ['ko', 1280],
] as const)('a target in %s at %i px', (language, width) => {
  test('is 24 px in both directions, stands in a sentence, or has room around it', async () => {
    const faults = await everywhere({ language, width }, (page) =>
      page.evaluate(() => {
        const MIN = 24
        const targets = [
          ...document.querySelectorAll<HTMLElement>(
            'a[href], button, input:not([type=hidden]), select, textarea, summary, label[for]',
          ),
        ]
          .filter(
            (element) =>
              element.checkVisibility({ visibilityProperty: true }) &&
              !element.closest('[aria-hidden="true"], dialog:not([open]), [popover]'),
          )
          .map((element) => {
            const row = element.closest('tr')
            const spread = row && getComputedStyle(element, '::after').position === 'absolute' ? row : element
            return { element, box: spread.getBoundingClientRect() }
          })
          .filter(({ box }) => box.width > 2 && box.height > 2 && box.bottom > 0)
        const inSentence = (element: Element) =>
          getComputedStyle(element).display === 'inline' &&
          [...(element.parentElement?.childNodes ?? [])].some(
            (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 1,
          )
        const small = ({ box }: { box: DOMRect }) => box.width < MIN - 0.5 || box.height < MIN - 0.5
        const centre = (box: DOMRect) => [box.left + box.width / 2, box.top + box.height / 2] as const
        const crowded = (one: DOMRect, other: { box: DOMRect }) => {
          const [x, y] = centre(one)
          if (small(other)) {
            const [a, b] = centre(other.box)
            return Math.hypot(x - a, y - b) < MIN
          }
          return (
            Math.hypot(
              x - Math.min(Math.max(x, other.box.left), other.box.right),
              y - Math.min(Math.max(y, other.box.top), other.box.bottom),
            ) <
            MIN / 2
          )
        }
        const labelled = (element: Element) => (element as HTMLInputElement).labels?.length
        return targets
          .filter(small)
          .filter(({ element }) => !inSentence(element) && !element.matches('label'))
          .filter(({ element, box }) =>
            targets.some(
              (other) =>
                other.element !== element &&
                !other.element.contains(element) &&
                !element.contains(other.element) &&
                !(labelled(element) && other.element.matches(`label[for="${element.id}"]`)) &&
                crowded(box, other),
            ),
          )
          .map(
            ({ element, box }) =>
              `${element.outerHTML.slice(0, 70)} is ${Math.round(box.width)} × ${Math.round(box.height)}`,
          )
      }),
    )
    expect(faults).toEqual([])
  })
})

test('every page has a title of its own in each language, and says which language it is in', async () => {
  for (const language of LANGUAGES) {
    const titles = new Map<string, string>()
    const page = await site.visit(language)
    for (const path of (await everyRoute(site.origin)).filter((route) => !isBare(route))) {
      const html = await (await page.request.get(path, { headers: { 'accept-language': language } })).text()
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? ''
      expect(html).toContain(`<html lang="${language}"`)
      // The address of the version in force shows the same document as its date.
      if (!path.endsWith('/current')) expect([path, titles.get(title)]).toEqual([path, undefined])
      titles.set(title, path)
    }
  }
})
