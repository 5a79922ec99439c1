import type { Locator, Page } from 'playwright-core'
import { hydrate } from './arrival'
import type { Language } from './browser'

/** A visitor who reads. Where scripts run, each page that the reader arrives at is hydrated. */
export interface Reader {
  page: Page
  opens(path: string): Promise<void>
  seesTitle(title: string): Promise<void>
  title(): Promise<string>
  /** The entries of the list, each as its visible words. */
  rows(): Promise<string[]>
  /** Follows the link at a place of a named navigation; gives its words. */
  follows(navigation: string, place: number): Promise<string>
  followsLink(name: string): Promise<void>
  followsTab(name: string): Promise<void>
  /** Opens the entry at a place of the list; gives its subject. */
  followsRow(place: number): Promise<string>
  /** Words of the link marked as the current one. */
  current(navigation: string): Promise<string>
  currentTab(): Promise<string>
  choosesLanguage(language: Language, apply: string | null): Promise<void>
  pageLanguage(): Promise<string | null>
  path(): string
  search(name: string): string | null
}

const words = async (locator: Locator): Promise<string> => (await locator.innerText()).trim()

/** @param scripts whether the page's scripts run */
export function readerOf(page: Page, scripts: boolean): Reader {
  const main = page.locator('main')
  const rows = main.locator('tbody tr, li:has(> a[href^="/support/faq/"])')
  const named = (name: string) => page.getByRole('navigation', { name, exact: true })
  const tabs = page.locator('nav:has(a[href="/support/data"])').filter({ visible: true }).locator('a:visible')

  const loading = page.getByRole('status').filter({ hasText: /Loading…|불러오는 중/ })

  const arrives = async (): Promise<void> => {
    await page.waitForLoadState('load')
    // After a navigation in place, the old page goes first.
    await loading.waitFor({ state: 'hidden' })
    if (scripts) await hydrate(page)
  }
  /** Follows a link and waits until its page is shown; gives the link's words. */
  const goes = async (link: Locator): Promise<string> => {
    const [text, href] = [await words(link), (await link.getAttribute('href')) ?? '']
    await page.evaluate(() => Object.assign(window, { left: true }))
    await link.click()
    await page.waitForURL((url) => url.pathname + url.search + url.hash === href)
    // A navigation in place changes the address first, then the page. Without its router (docs/framework.md) this fails.
    await page.waitForFunction(
      () =>
        !('left' in window) ||
        (window as unknown as { __TSR_ROUTER__: { state: { status: string } } }).__TSR_ROUTER__.state.status === 'idle',
    )
    await arrives()
    return text
  }

  return {
    page,
    async opens(path) {
      await page.goto(path)
      await arrives()
    },
    seesTitle: (title) => page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor(),
    title: () => words(page.getByRole('heading', { level: 1 })),
    rows: async () => (await rows.allInnerTexts()).map((text) => text.trim()),
    follows: (navigation, place) => goes(named(navigation).getByRole('link').nth(place)),
    followsLink: async (name) => void (await goes(main.getByRole('link', { name, exact: true }))),
    followsTab: async (name) => void (await goes(tabs.filter({ hasText: name }).first())),
    async followsRow(place) {
      const link = rows.nth(place).locator('a')
      const subject = await words(link.locator('[lang], span').last().or(link).last())
      await goes(link)
      return subject
    },
    current: (navigation) => words(named(navigation).locator('[aria-current="true"]')),
    currentTab: () => words(tabs.and(page.locator('[aria-current="page"]')).first()),
    async choosesLanguage(language, apply) {
      await page.locator('footer select').selectOption(language)
      if (apply !== null) await page.getByRole('button', { name: apply }).click()
      await page.locator(`html[lang="${language}"]`).waitFor()
      await arrives()
    },
    pageLanguage: () => page.locator('html').getAttribute('lang'),
    path: () => new URL(page.url()).pathname,
    search: (name) => new URL(page.url()).searchParams.get(name),
  }
}
