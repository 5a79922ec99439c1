import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { BOARD_GROUPS } from '../../functions/contract/board.ts'
import { HOSTILE_HTML } from '../support/hostile-html.ts'
import { siteWithUpstream } from '../support/site-with-upstream.ts'
import { useSite } from './support/site.ts'

/*
 * A compromised upstream sends every hostile payload as subject, sub-category and contents. The browser ignores the page's policy, so
 * only the cleaning protects the visitor.
 */
describe('a hostile board', () => {
  const served = siteWithUpstream()
  const site = useSite({ origin: () => served.site.url.origin, expected: /./ })
  const ran: string[] = []

  beforeAll(() => {
    served.upstream.boards.set('default', {
      entries: HOSTILE_HTML.flatMap((html, index) =>
        (['notice', 'faq'] as const).map((board) => ({
          board_uuid: `${board}-${index}`,
          group_uuid: BOARD_GROUPS[board],
          sub_category_id: `c-${index}`,
          subject: html,
          contents: html,
          sub_category_name: html,
          sub_category_en_name: html,
          create_date: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
          is_priority: true,
        })),
      ),
      categories: HOSTILE_HTML.map((html, index) => ({
        group_uuid: BOARD_GROUPS.notice,
        sub_category_id: `c-${index}`,
        sub_category_name: html,
        sub_category_en_name: html,
      })),
    })
  })

  /** A browser that does not enforce the page's policy and writes down what runs. */
  async function unprotected(): Promise<Page> {
    const page = await site.visit('ko', { context: { bypassCSP: true } })
    await page.exposeFunction('canary', () => ran.push(page.url()))
    page.on('dialog', (dialog) => {
      ran.push(`${page.url()} ${dialog.type()}`)
      void dialog.dismiss()
    })
    return page
  }

  /** Opens a page and touches what a visitor might touch; gives what ran and what should not be in it. */
  async function look(page: Page, path: string): Promise<{ ran: string[]; foreign: string[] }> {
    ran.length = 0
    expect((await page.goto(path))?.status(), path).toBe(200)
    const foreign = await page.evaluate(() => {
      const found: string[] = []
      for (const element of document.querySelectorAll('main *')) {
        for (const { name, value } of element.attributes) {
          if (
            name.startsWith('on') ||
            name === 'srcdoc' ||
            /^\s*(javascript|data|vbscript):/i.test(value.replace(/[\0-\x20]/g, ''))
          )
            found.push(`${element.tagName} ${name}=${value}`)
        }
        if (/^(iframe|object|embed|base|meta|style|math|template|portal|frame)$/i.test(element.localName))
          found.push(element.tagName)
        element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
        if (element instanceof HTMLElement) element.focus()
      }
      return found
    })
    return { ran: [...ran], foreign }
  }

  const nothing = { ran: [], foreign: [] }

  test('the check works: markup that is not cleaned runs', async () => {
    const page = await unprotected()
    ran.length = 0
    await page.setContent(HOSTILE_HTML[5] ?? '')
    await expect.poll(() => ran.length).toBeGreaterThan(0)
  })

  test('runs nothing in the lists', async () => {
    const page = await unprotected()
    const pages = Math.ceil(HOSTILE_HTML.length / 10)
    for (const board of ['notice', 'faq']) {
      for (let number = 1; number <= pages; number++)
        expect(await look(page, `/support/${board}?page=${number}`), `${board} ${number}`).toEqual(nothing)
    }
  })

  test('runs nothing in an entry', async () => {
    const page = await unprotected()
    // The markup is that of the server, and the app's own scripts leave it as it is, as the lists have shown. Nothing here depends on fonts.
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setBlockedURLs', { urls: ['*/assets/*'] })
    for (const index of HOSTILE_HTML.keys())
      expect(await look(page, `/support/notice/notice-${index}`), HOSTILE_HTML[index]?.slice(0, 200)).toEqual(nothing)
    expect(await look(page, '/support/faq/faq-5')).toEqual(nothing)
  })
})
