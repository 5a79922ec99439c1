import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hydrate } from './support/arrival'
import type { Language } from './support/browser'
import { ADDRESS, COMPLETE, fill, openForm, pdf, put, submit, TEXTS } from './support/form'
import { FAILED_REQUESTS, useSite } from './support/site'

const site = useSite({ expected: FAILED_REQUESTS })

/* No promise here depends on the words: one language stands for both. */
const language: Language = 'en'

const choose = (page: Page) => page.locator('[name=files]').setInputFiles(pdf('a.pdf'))

const counter = (page: Page) => page.locator('[data-counter]')

describe('a form', () => {
  const texts = TEXTS[language]

  test.each(['sales', 'partnership'] as const)(
    'the counter of the %s form counts what was typed before',
    async (kind) => {
      const page = await site.visit(language)
      let release = () => {}
      const hold = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/assets/*.js', async (route) => {
        await hold
        await route.continue()
      })
      await page.goto(ADDRESS[kind])
      await put(page, 'content', 'x'.repeat(123))
      release()
      await hydrate(page)
      await expect.poll(() => counter(page).textContent()).toBe('123 / 2000')
    },
  )

  test('a failed upload says that it is tried again', async () => {
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    await choose(page)
    let calls = 0
    await page.route('**/api/file/upload', (route) => {
      calls += 1
      return calls === 1 ? route.fulfill({ status: 502, json: { code: 'upstream-failed' } }) : route.continue()
    })
    await submit(page, language)
    await page.getByRole('status').filter({ hasText: texts['trying-again'] }).waitFor()
    await page.getByRole('heading', { level: 1, name: COMPLETE[language].sales }).waitFor()
  })

  test('an upload can be cancelled, and sent after that', async () => {
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    await choose(page)
    let reached = () => {}
    const started = new Promise<void>((resolve) => (reached = resolve))
    await page.route('**/api/file/upload', () => reached())
    await submit(page, language)
    await started
    await page.getByRole('button', { name: texts.cancel, exact: true }).click()
    await page.getByRole('button', { name: texts.submit, exact: true }).waitFor()
    expect(await page.getByText('a.pdf', { exact: true }).isVisible()).toBe(true)
    expect(await page.locator('[name=content]').inputValue()).toBe('What does it cost?')
    await page.unroute('**/api/file/upload')
    await submit(page, language)
    await page.getByRole('heading', { level: 1, name: COMPLETE[language].sales }).waitFor()
  })

  test('an upload without progress ends, and can be tried again', async () => {
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    await choose(page)
    let reached = () => {}
    const started = new Promise<void>((resolve) => (reached = resolve))
    await page.route('**/api/file/upload', () => reached())
    await page.clock.install()
    await submit(page, language)
    await started
    await page.clock.fastForward(61_000)
    await page.getByRole('alert').filter({ hasText: texts['upload-stopped'] }).waitFor()
    await page.unroute('**/api/file/upload')
    await page.clock.resume()
    await page.getByRole('button', { name: texts['try-again'], exact: true }).click()
    await page.getByRole('heading', { level: 1, name: COMPLETE[language].sales }).waitFor()
  })

  test('a visitor who refuses cookies sends the plain form, with its files', async () => {
    const page = await site.visit(language)
    await page.addInitScript(() => {
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
    })
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    await page.locator('[name=files]').setInputFiles(pdf('a.pdf'))
    const [posted] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest()),
      submit(page, language),
    ])
    expect(new URL(posted.url()).pathname).toBe(ADDRESS.sales)
    await page.getByRole('heading', { level: 1, name: COMPLETE[language].sales }).waitFor()
  })

  test('a form that the app has walked to sends by script: it gets its proof first', async () => {
    const page = await site.visit(language)
    await page.goto('/support/notice')
    await hydrate(page)
    await page.evaluate("window.sameDocument = 'yes'")
    await page.locator('main nav a[href^="/support/request"]').first().click()
    await page.getByText(texts['drop-several']).waitFor()
    expect(await page.evaluate('window.sameDocument')).toBe('yes')
    await fill(page, 'sales')
    const [request] = await Promise.all([page.waitForRequest('**/api/board/inquiry'), submit(page, language)])
    expect(request.headers()['x-xsrf-token']).toMatch(/^[0-9a-f-]{36}$/)
    await page.getByRole('heading', { level: 1, name: COMPLETE[language].sales }).waitFor()
  })
})
