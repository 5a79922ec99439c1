import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGE_DATA } from '../../app/framework/page-data.ts'
import { MAINTENANCE_KEY } from '../../functions/contract/maintenance.ts'
import { postForm, PROPOSAL_FORM, SALES_FORM } from '../support/posted-form.ts'
import { remoteSite } from '../support/shared-sites.ts'
import { startSite, type Site } from '../support/site.ts'

/* When a window begins and ends, and from when it is announced: test/unit/app/request/maintenance-switch.test.ts. */
const HOUR = 3_600_000
const entry = (start: number, hours: number) =>
  JSON.stringify({
    start: new Date(start).toISOString(),
    hours,
    reason_ko: '데이터베이스 교체',
    reason_en: 'Change of the <database>',
  })

/** One site for a `describe`, whose KV has the entry before the first request, because the Worker caches what it reads. */
function siteWith(stored: string): { readonly site: Site } {
  const served = {} as { site: Site }
  beforeAll(async () => {
    served.site = await startSite()
    await served.site.env.CACHE.put(MAINTENANCE_KEY, stored)
  })
  afterAll(() => served.site.close())
  return served
}

describe('during maintenance', () => {
  const served = siteWith(entry(Date.now() - HOUR, 3))

  test('every page answers 503 with the maintenance page and Retry-After', async () => {
    const { site } = served
    for (const path of ['/', '/support/notice?page=2', '/privacy-policy/current', '/nowhere', '/sitemap.xml']) {
      const answer = await site.fetch(`http://www.example${path}`, { headers: { 'accept-language': 'en' } })
      expect(answer.status, path).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3600)
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(2 * 3600)
      const html = await answer.text()
      for (const text of [
        'We are under maintenance',
        'We apologize for the inconvenience caused by the service interruption.',
        'Please try again later.',
        'About 3 hours',
        'Change of the &lt;database&gt;',
        '(KST)',
        'content="noindex"',
      ]) {
        expect(html).toContain(text)
      }
      // The page stays as it is: without data no app is loaded.
      expect(html).not.toMatch(new RegExp(`<script[^>]*${PAGE_DATA}`))
    }
    expect(await (await site.fetch('http://www.example/', { headers: { 'accept-language': 'ko' } })).text()).toContain(
      '데이터베이스 교체',
    )
    expect((await site.fetch('http://www.example/maintenance')).status).toBe(200)
  })

  test('a posted form is accepted, and its receipt shown', async () => {
    const { site } = served
    for (const [path, form] of [
      ['/support/request', SALES_FORM],
      ['/support/affiliate', PROPOSAL_FORM],
    ] as const) {
      const sent = await postForm(site, path, form)
      expect([path, sent.status]).toEqual([path, 303])
      const location = sent.headers.get('location') ?? ''
      const complete = await site.fetch(`http://www.example${location}`, { headers: { 'accept-language': 'en' } })
      expect([location, complete.status]).toEqual([location, 200])
      expect(await complete.text()).toContain(new URL(location, 'http://x').searchParams.get('receipt'))
      for (const query of ['', '?receipt=anything', `?receipt=${crypto.randomUUID()}`, '?receipt=a%2Fb'])
        expect([query, (await site.fetch(`${path}/complete${query}`)).status]).toEqual([query, 503])

      const failed = await postForm(site, path, { ...form, inquiry_mail: 'no address' })
      expect(failed.status).toBe(422)
      expect(await failed.text()).toContain('value="no address"')
    }
  })

  test('the page returns at the end without scripts too', async () => {
    const { site } = served
    const answer = await site.fetch('http://www.example/support/notice', { headers: { 'accept-language': 'ko' } })
    expect(answer.headers.get('refresh')).toBe(answer.headers.get('retry-after'))
  })
})

describe('from 72 hours before', () => {
  const start = Date.now() + 71 * HOUR
  const served = siteWith(entry(start, 3))

  test('every page is open and says so in its language', async () => {
    const read = async (path: string, language: string) => {
      const answer = await served.site.fetch(`http://www.example${path}`, { headers: { 'accept-language': language } })
      return { answer, text: await answer.text() }
    }
    for (const path of ['/', '/support/notice', '/privacy-policy/current']) {
      const [korean, english] = [await read(path, 'ko'), await read(path, 'en')]
      expect([korean.answer.status, english.answer.status], path).toEqual([200, 200])
      expect(korean.text, path).toContain('서비스 점검 예정')
      expect(english.text, path).toContain('Maintenance planned')
    }
    const page = await read('/maintenance', 'en')
    expect(page.answer.status).toBe(200)
    expect(page.text).toContain('Maintenance is planned')
    expect(page.text).not.toContain('We are under maintenance')
    expect(page.text).toContain('Change of the &lt;database&gt;')
  })

  test('the dates are named in the language of the page, also where only its address says it', async () => {
    const linkIn = async (path: string) => {
      const answer = await served.site.fetch(`http://www.example${path}`, { headers: { 'accept-language': 'ko' } })
      return /<a href="(\/maintenance(?:\?[^"]*)?)"/.exec(await answer.text())?.[1]
    }
    expect(await linkIn('/support/notice?lng=en')).toBe('/maintenance?lng=en')
    expect(await linkIn('/support/notice')).toBe('/maintenance')
  })
})

describe('without a maintenance', () => {
  const served = remoteSite()

  test('no page says anything', async () => {
    expect(await (await served.site.fetch('http://www.example/')).text()).not.toMatch(/Maintenance planned|점검 예정/)
  })
})

describe('an invalid entry', () => {
  const served = siteWith('{"start":"soon"}')

  test('keeps the site open and is logged once', async () => {
    const { site } = served
    expect((await site.fetch('http://www.example/intro')).status).toBe(200)
    expect((await site.fetch('http://www.example/pricing')).status).toBe(200)
    await expect
      .poll(() => site.logged().filter((line) => (line as { code?: string }).code === 'maintenance-unreadable'))
      .toHaveLength(1)
    const page = await (
      await site.fetch('http://www.example/maintenance', { headers: { 'accept-language': 'en' } })
    ).text()
    expect(page).toContain('May 30, 2023 at 23:00 (KST)')
    expect(page).toContain('Regular service maintenance')
  })
})
