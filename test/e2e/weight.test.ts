import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hydrate } from './support/arrival'
import { LANGUAGES } from './support/browser'
import { useSite } from './support/site'

/** All JavaScript of a hydrated page, gzip (decision 013). */
const hydratedBytesMax = (path: string) => (path === '/' ? 160_000 : 150_000)
/** Fonts of a first view: the interface font, and on pages with texts of the board some slices. */
const FONT_BYTES_MAX = { ko: 75_000, en: 20_000 }
const FONT_BYTES_MAX_OF_LISTS = { ko: 90_000, en: 20_000 }
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
/** The scripts of a page are the same in both languages, the catalogues and fonts are not: one page of each kind for the second. */
const PAGES_OF = { ko: PAGES, en: ['/', '/support/notice', '/support/request', '/privacy-policy'] }

const site = useSite()

const bytes = async (responses: Response[], kind: string) =>
  Promise.all(
    responses.filter((response) => response.request().resourceType() === kind).map((response) => response.body()),
  )
const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0)

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(PAGES_OF[language])('%s hydrates within its bytes', async (path) => {
    const page = await site.visit(language, { isFirst: true })
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    const html = await (await page.goto(path))?.text()
    await hydrate(page)
    await page.waitForLoadState('networkidle')
    const inline = [
      ...(html ?? '').matchAll(/<script(?![^>]*\ssrc=)(?![^>]*\stype="(?:application|text)\/)[^>]*>([^]*?)<\/script>/g),
    ]
      .map(([, text]) => text)
      .join('')
    const files = await bytes(responses, 'script')
    expect(files.length).toBeGreaterThan(3)
    expect(gzipSync(inline).length + sum(files.map((file) => gzipSync(file).length))).toBeLessThan(
      hydratedBytesMax(path),
    )
  })

  test.each(PAGES_OF[language])('%s shows its first view with few bytes of fonts', async (path) => {
    const page = await site.visit(language, { javaScript: false, isFirst: true })
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(path, { waitUntil: 'networkidle' })
    const fonts = await bytes(responses, 'font')
    expect(fonts.length).toBeGreaterThan(0)
    const most = /^\/support\/(?:notice|faq)$/.test(path) ? FONT_BYTES_MAX_OF_LISTS : FONT_BYTES_MAX
    expect(sum(fonts.map(({ length }) => length))).toBeLessThan(most[language])
  })
})

test('a page whose interface font came too late to be shown does not fetch all its letters as slices', async () => {
  const page = await site.visit('ko', { isFirst: true })
  const fonts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font') fonts.push(response)
  })
  // Chromium holds the first paint for it no longer than 100 ms.
  await page.route(/\/interface-ko[^/]*\.woff2$/, async (route) => {
    await new Promise((resume) => setTimeout(resume, 1500))
    await route.continue()
  })
  await page.goto('/support/notice')
  await hydrate(page)
  await page.waitForLoadState('networkidle')
  expect(fonts.some((font) => font.url().includes('interface-ko'))).toBe(true)
  expect(sum((await Promise.all(fonts.map((font) => font.body()))).map(({ length }) => length))).toBeLessThan(
    FONT_BYTES_MAX_OF_LISTS.ko,
  )
})
