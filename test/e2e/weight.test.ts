import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awake } from './support/hydrated'
import { LANGUAGES, openSite, type Site } from './support/inquiry-site'

/** JavaScript in all once a page has woken, compressed (design: Budgets). */
const AWAKE_BYTES_MAX = 115_000
/** Files of the interface's font, by language. */
const FONT_BYTES_MAX = { ko: 75_000, en: 20_000 }
const PAGES = [
  '/',
  '/support/notice',
  '/support/faq',
  '/support/data',
  '/support/request',
  '/support/affiliate',
  '/support/request/complete',
  '/privacy-policy',
  '/terms-of-service',
]

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const bytes = async (responses: Response[], kind: string) =>
  Promise.all(
    responses.filter((response) => response.request().resourceType() === kind).map((response) => response.body()),
  )
const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0)

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(PAGES)('%s wakes within its bytes', async (path) => {
    const page = await site.visit(language)
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    const html = await (await page.goto(path))?.text()
    await awake(page)
    await page.waitForLoadState('networkidle')
    const inline = [
      ...(html ?? '').matchAll(/<script(?![^>]*\ssrc=)(?![^>]*\stype="(?:application|text)\/)[^>]*>([^]*?)<\/script>/g),
    ]
      .map(([, text]) => text)
      .join('')
    const files = await bytes(responses, 'script')
    expect(files.length).toBeGreaterThan(3)
    expect(gzipSync(inline).length + sum(files.map((file) => gzipSync(file).length))).toBeLessThan(AWAKE_BYTES_MAX)
    expect(sum((await bytes(responses, 'font')).map(({ length }) => length))).toBeLessThan(
      FONT_BYTES_MAX[language] + (path === '/support/notice' || path === '/support/faq' ? 120_000 : 0),
    )
    expect(site.complaints.splice(0)).toEqual([])
    await page.context().close()
  })
})
