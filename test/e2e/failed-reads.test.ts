import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import board from '../../app/i18n/en/board.json'
import errors from '../../app/i18n/en/error.json'
import layout from '../../app/i18n/en/layout.json'
import names from '../../app/i18n/en/page.json'
import { siteWithUpstream } from '../support/site-with-upstream'
import { hydrate } from './support/arrival'
import { axeFindings } from './support/axe'
import { FAILED_REQUESTS, useSite } from './support/site'

const texts = { ...board, ...errors, ...layout }

const served = siteWithUpstream()
const site = useSite({ origin: () => served.site.url.origin, expected: FAILED_REQUESTS })

const CHIP = 'main nav a[href*="category="]'
/** Ways on within the app: where from, the link, and what is there when the data has come. */
const WALKS = [
  ['a chip', '/support/notice', CHIP, `${CHIP}[aria-current=true]`],
  [
    'a page of the list',
    '/support/notice',
    'main nav a[href*="page=2"]',
    'main nav a[aria-current=page][href*="page=2"]',
  ],
  ['a notice', '/support/notice', 'main tbody a', 'main article'],
  ['the list of the FAQ', '/support/notice', 'main nav a[href="/support/faq"]', 'main a[href^="/support/faq/"]'],
  ['a question', '/support/faq', 'main a[href^="/support/faq/"]', 'main article'],
] as const

/** What is read from now on is not too late, however busy this machine is; what it gives puts the second back. */
async function withoutDeadline(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const own = AbortSignal.timeout
    AbortSignal.timeout = () => new AbortController().signal
    addEventListener('deadline-is-back', () => (AbortSignal.timeout = own))
  })
  return () => page.evaluate(() => void dispatchEvent(new Event('deadline-is-back')))
}

async function lineIsBack(page: Page): Promise<void> {
  await page.unrouteAll()
  await withoutDeadline(page)
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.closest('main') !== null)

/* No promise here depends on the words: one language stands for both. */
const language = 'en'

describe('what cannot be read', () => {
  const failure = (page: Page) => page.getByRole('alert').filter({ hasText: texts.code['upstream-timeout'] })
  const again = (page: Page) => page.getByRole('main').getByRole('link', { name: texts['try-again'] })

  test.each(WALKS)('%s that does not come within the second is tried again', async (_name, from, link, arrived) => {
    const page = await site.visit(language)
    await page.goto(from)
    await hydrate(page)
    await page.route('**/api/board/**', () => {})
    await page.locator(link).first().press('Enter')
    await failure(page).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await focused(page)).toBe(true)

    const message = await failure(page).elementHandle()
    await again(page).press('Enter')
    await page.getByRole('status').filter({ hasText: texts.loading }).waitFor()
    // Another alert, which is announced anew.
    await page.waitForFunction((element) => !element?.isConnected, message)
    await failure(page).waitFor()
    expect(await again(page).evaluate((element) => element === document.activeElement)).toBe(true)

    await lineIsBack(page)
    await again(page).press('Enter')
    await page.locator(arrived).first().waitFor()
    await expect.poll(() => focused(page)).toBe(true)
    expect(await failure(page).count()).toBe(0)
  })

  test('a list that is known stays there on the way back, though the line is dead', async () => {
    const page = await site.visit(language)
    await page.goto('/support/notice')
    await hydrate(page)
    const subjects = await page.locator('main tbody a').allTextContents()
    const deadlineIsBack = await withoutDeadline(page)
    await page.locator('main tbody a').first().press('Enter')
    await page.locator('main article').waitFor()
    await deadlineIsBack()
    await page.route('**/api/board/**', () => {})
    await page.goBack()
    await page.locator('main tbody a').first().waitFor()
    // A read would have failed by now.
    await page.waitForTimeout(1500)
    expect(await page.locator('main tbody a').allTextContents()).toEqual(subjects)
    expect(await failure(page).count()).toBe(0)
  })

  test('a list whose categories did not come is loaded anew on the way back', async () => {
    const page = await site.visit(language)
    await page.goto('/support/faq')
    await hydrate(page)
    await withoutDeadline(page)
    await page.route('**/api/board/selectSubCategory', (route) => route.abort())
    await page.locator('main nav a[href="/support/notice"]').first().press('Enter')
    await page.locator('main tbody a').first().waitFor()
    expect(await page.locator(CHIP).count()).toBe(0)
    await page.locator('main tbody a').first().press('Enter')
    await page.locator('main article').waitFor()
    await page.unrouteAll()
    await page.goBack()
    await page.locator(CHIP).first().waitFor()
  })

  test('what failed while the mouse was over a link is loaded by the click', async () => {
    const page = await site.visit(language)
    await page.goto('/support/notice')
    await hydrate(page)
    const isEnded = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/board/selectList'))
    await page.route('**/api/board/**', () => {})
    const faq = page.getByRole('main').getByRole('link', { name: names.faq.name, exact: true })
    await faq.hover()
    await isEnded
    await lineIsBack(page)
    await faq.click()
    await page.locator('main a[href^="/support/faq/"]').first().waitFor()
    expect(await failure(page).count()).toBe(0)
  })

  test('without scripts the same link loads the page again', async () => {
    const page = await site.visit(language, { javaScript: false })
    served.upstream.faults.set('board/selectDetail', { kind: 'hang' })
    await page.goto('/support/notice/default-notice-3')
    await failure(page).waitFor()
    served.upstream.faults.clear()
    await again(page).click()
    await page.locator('main article').waitFor()
    expect(new URL(page.url()).pathname).toBe('/support/notice/default-notice-3')
  })

  // The last one: an upstream that fails is not asked for a while.
  test('axe finds nothing on pages whose data cannot be had', async () => {
    // The lists of this brand are not in the cache.
    const page = await site.visit('ko', { brand: 'partner-a', width: 360, height: 740 })
    for (const call of ['board/selectList', 'board/selectSubCategory', 'board/selectDetail'])
      served.upstream.faults.set(call, { kind: 'status', status: 503 })
    for (const path of ['/support/notice', '/support/faq/any']) {
      expect((await page.goto(path))?.status()).toBe(502)
      expect([path, await axeFindings(page)]).toEqual([path, []])
    }
  })
})
