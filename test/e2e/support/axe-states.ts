import type { Page } from 'playwright-core'
import { hydrate } from './arrival'
import { isBare } from './routes'

export const WIDTHS = [1280, 360] as const
export type Width = (typeof WIDTHS)[number]

/** What a page can be in. `enter` brings it there and `leave` back, so that one load serves several states. */
export interface State {
  name: string
  on(path: string): boolean
  /** Pages that stand for the others, which look the same in this state. In a wide window the form of home is that of its own page. */
  typical(path: string, width: Width): boolean
  enter(page: Page, width: Width): Promise<void>
  leave(page: Page): Promise<void>
}

export const FORMS = ['/', '/support/request', '/support/affiliate']
/** One page of each colour of the header. */
export const TONES = ['/', '/support/notice', '/privacy-policy', '/intro']
const framed = (path: string) => !isBare(path)
const stay = () => Promise.resolve()
const escape = (page: Page) => page.keyboard.press('Escape')

const FIELDS = 'main form[enctype]'

/** Opens the cookie settings from the banner, with all their details. */
export async function openCookieSettings(page: Page): Promise<void> {
  await page.locator('section [data-cookie-settings]').click()
  await page.locator('#cookie-settings[open]').waitFor()
  await page
    .locator('#cookie-settings details')
    .evaluateAll((parts: HTMLDetailsElement[]) => parts.forEach((part) => (part.open = true)))
}

/** A page as it was loaded, and the states that follow on it, in an order in which none disturbs the next. */
export const STATES: readonly State[] = [
  { name: 'plain', on: () => true, typical: () => true, enter: stay, leave: stay },
  {
    name: 'menu open',
    on: framed,
    // What opens has the same colours on every page: below the coloured header, and below the soft one, which is nearly white.
    typical: (path) => ['/', '/support/notice'].includes(path),
    async enter(page, width) {
      await page.locator(width === 360 ? 'header [commandfor=drawer]' : 'header [popovertarget]').click()
      await page.locator(width === 360 ? '#drawer[open]' : 'header [popover]:popover-open').waitFor()
    },
    leave: escape,
  },
  {
    name: 'files attached and errors shown',
    on: (path) => FORMS.includes(path),
    typical: (path, width) => width === 360 || path !== '/',
    async enter(page) {
      await hydrate(page)
      await page
        .locator(`${FIELDS} input[type=file]`)
        .first()
        .setInputFiles(
          ['a', 'b']
            .slice(0, (await page.locator(`${FIELDS} input[multiple]`).count()) + 1)
            .map((name) => ({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') })),
        )
      await page.locator(`${FIELDS} ul li`).first().waitFor()
      await page.locator(`${FIELDS} [name=subject]`).fill('Subject')
      // The toast appears below the pointer, which keeps it: on a busy machine it would be gone before the pointer has come to it.
      await page.mouse.move((page.viewportSize()?.width ?? 0) - 100, 36)
      await page.locator(`${FIELDS} button[type=submit]`).press('Enter')
      await page.locator(':hover > [role=alert]').waitFor()
    },
    leave: (page) => page.mouse.move(5, 5),
  },
]
