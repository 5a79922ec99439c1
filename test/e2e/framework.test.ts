import { describe, expect, test } from 'vitest'
import errors from '../../app/i18n/en/error.json'
import layout from '../../app/i18n/en/layout.json'
import { siteWithUpstream } from '../support/site-with-upstream'
import { hydrate } from './support/arrival'
import { FAILED_REQUESTS, useSite } from './support/site'

/* What docs/framework.md says that the site relies on in the browser. */
const served = siteWithUpstream()
const site = useSite({
  origin: () => served.site.url.origin,
  expected: new RegExp(`${FAILED_REQUESTS.source}|dynamically imported module|Importing a module`),
})

describe('the framework in the browser', () => {
  test('the data of a page are gone once it is hydrated', async () => {
    const page = await site.visit('en')
    await page.addInitScript(() => {
      let data: unknown
      Object.defineProperty(window, '$_TSR', {
        configurable: true,
        get: () => data,
        set(value: unknown) {
          data = value
          Object.assign(window, { hadData: true })
        },
      })
    })
    await page.goto('/support/notice')
    await hydrate(page)
    expect(await page.evaluate(() => ['hadData' in window, '$_TSR' in window])).toEqual([true, false])
  })

  test('a page whose component cannot be loaded stays as the server has sent it', async () => {
    const page = await site.visit('en')
    await page.route(/\/assets\/support\.faq.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/support/faq')
    const questions = await page.locator('main').innerText()
    await page.mouse.move(5, 5)
    await page.mouse.move(9, 9)
    await page.locator('html[data-hydration=failed]').waitFor()
    expect(await page.locator('main').innerText()).toBe(questions)
    expect(await page.locator('main').evaluate((main) => Object.keys(main))).toEqual([])
    await page.locator('main a[href^="/support/faq/"]').first().click()
    await page.locator('main article').waitFor()
  })

  test('an entry that is gone makes the whole page the error page, within the app and by its address', async () => {
    const page = await site.visit('en')
    await page.goto('/support/notice')
    await hydrate(page)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    served.upstream.boards.get('default')?.entries.splice(0)
    await page.locator('main tbody a').first().click()
    const isErrorPage = async () => {
      await page.getByRole('heading', { level: 1, name: errors.title }).waitFor()
      expect(await page.getByRole('navigation', { name: layout['main-navigation'] }).count()).toBe(0)
    }
    await isErrorPage()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    expect((await page.reload())?.status()).toBe(404)
    await isErrorPage()
  })
})
