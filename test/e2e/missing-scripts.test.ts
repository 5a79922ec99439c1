import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import errors from '../../app/i18n/ko/error.json'
import layout from '../../app/i18n/ko/layout.json'
import names from '../../app/i18n/ko/page.json'
import { hydrate } from './support/arrival'
import { ADDRESS, COMPLETE, fill, openForm, pdf, submit, TEXTS } from './support/form'
import { lineTo } from './support/line'
import { FAILED_REQUESTS, useSite } from './support/site'

const site = useSite({
  expected: new RegExp(`${FAILED_REQUESTS.source}|dynamically imported module|Importing a module|could not be loaded`),
})

/** Blocks the scripts that a deploy has removed: the ones that have not been requested yet, or those that match. */
async function withoutScripts(page: Page, which: (path: string) => boolean = () => true): Promise<string[]> {
  const blocked: string[] = []
  await page.route('**/assets/*.js', (route) => {
    const { pathname } = new URL(route.request().url())
    if (!which(pathname)) return route.continue()
    blocked.push(pathname)
    return route.fulfill({ status: 404, body: '' })
  })
  return blocked
}

/** Every script that a form page loads until its inquiry is sent. */
async function scriptsOfForm(page: Page): Promise<string[]> {
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.push(pathname)
  })
  await openForm(page, 'sales', 'en')
  await fill(page, 'sales')
  await submit(page, 'en')
  await page.waitForURL(/\/complete\?/)
  return scripts
}

/* No promise here depends on the words: one language stands for both. */
const language = 'ko'

describe('where scripts cannot be had', () => {
  test('a form whose sending script is gone is submitted by the browser, with its files', async () => {
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    await page.locator('[name=files]').setInputFiles([pdf('a.pdf'), pdf('b.pdf')])
    const blocked = await withoutScripts(page)
    const [posted] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest()),
      submit(page, language),
    ])
    expect(blocked.length).toBeGreaterThan(0)
    await page.getByRole('heading', { level: 1, name: COMPLETE[language].sales }).waitFor()
    expect(new URL(posted.url()).pathname).toBe(ADDRESS.sales)
    const body = posted.postDataBuffer()?.toString() ?? ''
    if (body) expect(body.match(/filename="[ab]\.pdf"/g)).toHaveLength(2)
  })

  test('a form whose search for a country is gone, or its styles, has the list of the browser', async () => {
    for (const gone of ['**/country-search*.js', '**/assets/*.css']) {
      const page = await site.visit(language)
      await openForm(page, 'sales', language)
      let asked = 0
      await page.route(gone, (route) => ((asked += 1), route.abort()))
      await page.locator('[name=user_name]').focus()
      await expect.poll(() => asked).toBeGreaterThan(0)
      const country = page.locator('[name=country_code]')
      await country.selectOption('+49')
      await country.press('Enter')
      expect(await page.locator('input[role=combobox]').count()).toBe(0)
      expect(await country.inputValue()).toBe('+49')
    }
  })

  // A line that is cut elsewhere is none that the browser knows to be away.
  test('with the line cut the form says so and keeps what was entered, its files too', async () => {
    const line = await lineTo(new URL(site.origin))
    const { page, complaints, close } = await site.open(language, {}, line.origin)
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    line.cut(true)
    await page.locator('[name=files]').setInputFiles(pdf('a.pdf'))
    await submit(page, language)
    await page.getByRole('alert').filter({ hasText: TEXTS[language]['network-alert'] }).waitFor()
    expect(await page.locator('[name=content]').inputValue()).toBe('What does it cost?')
    line.cut(false)
    const [posted] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && /inquiry|request/.test(request.url())),
      submit(page, language),
    ])
    await page.getByRole('heading', { level: 1, name: COMPLETE[language].sales }).waitFor()
    const body = posted.postDataBuffer()?.toString() ?? ''
    if (posted.isNavigationRequest() && body) expect(body).toContain('filename="a.pdf"')
    await close()
    line.close()
    expect(complaints).toEqual([])
  })

  test('a route whose script is gone is loaded by the browser', async () => {
    const page = await site.visit(language)
    await page.goto('/support/notice')
    await hydrate(page)
    await page.evaluate("window.sameDocument = 'yes'")
    const blocked = await withoutScripts(page)
    for (const [name, path] of [
      [names.faq.name, '/support/faq'],
      [layout.request, '/support/request'],
      [layout['privacy-policy'], '/privacy-policy/current'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).last().click()
      await page.waitForURL(`**${path}`)
      await page.waitForFunction(() => document.readyState === 'complete' && !('sameDocument' in window))
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await page.getByText(errors.title).count()).toBe(0)
    }
    expect(blocked.length).toBeGreaterThan(0)
  })
})

test('whichever script of a form page is gone, the inquiry arrives', async () => {
  const scripts = new Set(await scriptsOfForm(await site.visit('en')))
  let missed = 0
  const page = await site.visit('en')
  for (const [index, script] of [...scripts].entries()) {
    // Each from a client of its own: one may send 20 inquiries a minute.
    await page.setExtraHTTPHeaders({ 'cf-connecting-ip': `192.0.2.${index + 1}` })
    // A page with a route keeps no script in its cache.
    const blocked = await withoutScripts(page, (path) => path === script)
    await page.goto(ADDRESS.sales)
    await page.mouse.move(5, 5)
    await fill(page, 'sales')
    await submit(page, 'en')
    await page.getByRole('heading', { level: 1, name: COMPLETE.en.sales }).waitFor()
    if (blocked.length > 0) missed += 1
    await page.unrouteAll()
  }
  expect(missed).toBeGreaterThan(3)
}, 240_000)
