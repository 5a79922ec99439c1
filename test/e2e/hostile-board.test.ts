import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOARD_GROUPS } from '../../functions/contract/board.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { HOSTILE_HTML } from '../support/hostile-html.ts'
import { type Site, startSite } from '../support/site.ts'

/*
 * An upstream that has been broken into sends every hostile payload as subject, sub-category and contents.
 * The page's own policy is switched off, so that it is the cleaning alone that must hold.
 */
describe('a hostile board', () => {
  let upstream: FakeUpstream
  let site: Site
  let browser: Browser
  let page: Page
  const ran: string[] = []

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    upstream.boards.set('default', {
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
    site = await startSite({ upstream: upstream.origin })
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--host-resolver-rules=MAP *.example 127.0.0.1:1',
      ],
    })
    page = await (await browser.newContext({ bypassCSP: true })).newPage()
    await page.exposeFunction('canary', () => ran.push(page.url()))
    page.on('dialog', (dialog) => {
      ran.push(`${page.url()} ${dialog.type()}`)
      void dialog.dismiss()
    })
  })
  afterAll(async () => {
    await browser.close()
    await site.close()
    await upstream.close()
  })

  /** Opens a page and touches what a visitor might touch; gives what ran and what should not be in it. */
  async function visit(path: string): Promise<{ ran: string[]; foreign: string[] }> {
    ran.length = 0
    const response = await page.goto(new URL(path, site.url).href)
    expect(response?.status(), path).toBe(200)
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

  test('the canary sings where nothing is cleaned', async () => {
    ran.length = 0
    await page.setContent(HOSTILE_HTML[5] ?? '')
    await expect.poll(() => ran.length).toBeGreaterThan(0)
  })

  test('runs nothing in the lists', async () => {
    const pages = Math.ceil(HOSTILE_HTML.length / 10)
    for (const board of ['notice', 'faq']) {
      for (let number = 1; number <= pages; number++)
        expect(await visit(`/support/${board}?page=${number}`), `${board} ${number}`).toEqual(nothing)
    }
  })

  test('runs nothing in an entry', async () => {
    for (const index of HOSTILE_HTML.keys())
      expect(await visit(`/support/notice/notice-${index}`), HOSTILE_HTML[index]?.slice(0, 200)).toEqual(nothing)
    expect(await visit('/support/faq/faq-5')).toEqual(nothing)
  })
})
