import { expect, test } from 'vitest'
import { MAINTENANCE_KEY } from '../../functions/contract/maintenance.ts'
import { postForm, PROPOSAL_FORM, SALES_FORM } from '../support/posted-form.ts'
import { startSite, type Site } from '../support/site.ts'

const HOUR = 3_600_000
const entry = (start: number, hours: number) =>
  JSON.stringify({
    start: new Date(start).toISOString(),
    hours,
    reason_ko: '데이터베이스 교체',
    reason_en: 'Change of the <database>',
  })

/** A site whose KV has the entry before the first request, because the Worker caches what it reads. */
async function siteWith(stored: string, use: (site: Site) => Promise<void>): Promise<void> {
  const site = await startSite()
  try {
    await site.env.CACHE.put(MAINTENANCE_KEY, stored)
    await use(site)
  } finally {
    await site.close()
  }
}

test('during maintenance every page answers 503 with the maintenance page and Retry-After', () =>
  siteWith(entry(Date.now() - HOUR, 3), async (site) => {
    for (const path of ['/', '/support/notice?page=2', '/privacy-policy/current', '/nowhere', '/sitemap.xml']) {
      const answer = await site.fetch(`http://www.example${path}`, { headers: { 'accept-language': 'en' } })
      expect(answer.status, path).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(2 * 3600 - 120)
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
      expect(html).not.toContain('import(')
    }
    expect(await (await site.fetch('http://www.example/', { headers: { 'accept-language': 'ko' } })).text()).toContain(
      '데이터베이스 교체',
    )
    expect((await site.fetch('http://www.example/maintenance')).status).toBe(200)
  }))

test('during maintenance a posted form is accepted, and its receipt shown', () =>
  siteWith(entry(Date.now() - HOUR, 3), async (site) => {
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
      expect((await site.fetch(`${path}/complete`)).status).toBe(503)

      const failed = await postForm(site, path, { ...form, inquiry_mail: 'no address' })
      expect(failed.status).toBe(422)
      expect(await failed.text()).toContain('value="no address"')
    }
  }))

test('before and after its window the site is open', async () => {
  await siteWith(entry(Date.now() + HOUR, 1), async (site) =>
    expect((await site.fetch('http://www.example/intro')).status).toBe(200),
  )
  await siteWith(entry(Date.now() - 2 * HOUR, 1), async (site) =>
    expect((await site.fetch('http://www.example/intro')).status).toBe(200),
  )
})

test('an invalid entry keeps the site open and is logged once', () =>
  siteWith('{"start":"soon"}', async (site) => {
    expect((await site.fetch('http://www.example/intro')).status).toBe(200)
    expect((await site.fetch('http://www.example/pricing')).status).toBe(200)
    await expect
      .poll(() => site.logged().filter((line) => (line as { code?: string }).code === 'maintenance-unreadable'))
      .toHaveLength(1)
    const page = await (
      await site.fetch('http://www.example/maintenance', { headers: { 'accept-language': 'en' } })
    ).text()
    expect(page).toContain('May 30, 2023 at 11:00 PM (KST)')
    expect(page).toContain('Regular service maintenance')
  }))
