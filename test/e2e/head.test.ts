import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useSite } from './support/site'

/** All that a head tells search engines and networks, sorted. */
const headOf = (page: Page) =>
  page.evaluate(() => {
    const told = [
      ...document.head.querySelectorAll(
        'title, meta[name], meta[property], link:is([rel=canonical], [rel=alternate], [rel=manifest], [rel~=icon]), script[type="application/ld+json"]',
      ),
    ]
    return told.map((element) => element.outerHTML.replace(/ data-\w+="[^"]*"/g, '')).sort()
  })

const site = useSite()

describe('the head', () => {
  it.each([
    ['ko', 'vcp-x'],
    ['en', 'partner-a'],
  ] as const)(
    'follows the visitor in %s on %s: after each click it names the page that a fresh visit would find, and tells of no other',
    async (language, brand) => {
      const page = await site.visit(language, { brand })
      const fresh = await site.visit(language, { brand, javaScript: false })
      await page.goto('/support/notice')
      await page.mouse.move(9, 9)
      for (const href of ['/support/notice/', '/support/faq', '/support/faq/', '/support/data']) {
        await page
          .locator(`a[href${href.endsWith('/') ? '^' : ''}="${href}"]:visible`)
          .first()
          .click()
        await page.waitForURL((url) => url.pathname.startsWith(href))
        await fresh.goto(page.url())
        const whole = await headOf(fresh)
        // A page that the app walked to is named; what else a fresh head tells is for those who run no scripts, and made on the server alone.
        const names = whole.filter((told) => /^<title|rel="canonical"/.test(told))
        await expect
          .poll(async () => (await headOf(page)).filter((told) => !whole.includes(told)), { message: page.url() })
          .toEqual([])
        expect(await headOf(page), page.url()).toEqual(expect.arrayContaining(names))
      }
    },
  )
})
