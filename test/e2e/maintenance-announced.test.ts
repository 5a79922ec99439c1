import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAINTENANCE_KEY } from '../../functions/contract/maintenance.ts'
import { type Site as Worker, startSite } from '../support/site.ts'
import { LANGUAGES } from './support/browser.ts'
import { pageFaults } from './support/page-faults.ts'
import { useSite } from './support/site.ts'
import { resize } from './support/window.ts'

/* From 72 hours before a maintenance every page says so in one line (docs/operating.md). */
let worker: Worker
beforeAll(async () => {
  worker = await startSite()
  const start = new Date(Date.now() + 24 * 3_600_000).toISOString()
  const entry = { start, hours: 2, reason_ko: '데이터베이스 교체', reason_en: 'Change of the database' }
  await worker.env.CACHE.put(MAINTENANCE_KEY, JSON.stringify(entry))
})
afterAll(() => worker.close())
const site = useSite({ origin: () => worker.url.origin })

test('the page that was asked for comes back by itself, before the announced end too', async () => {
  const closed = await startSite()
  const start = new Date(Date.now() - 3_600_000).toISOString()
  const entry = { start, hours: 3, reason_ko: '점검', reason_en: 'Work' }
  await closed.env.CACHE.put(MAINTENANCE_KEY, JSON.stringify(entry))
  const { page, close } = await site.open('ko', { expected: /status of 503|^503 / }, closed.url.origin)
  await page.clock.install()
  expect((await page.goto('/support/data'))?.status()).toBe(503)
  await page.clock.runFor(31_000)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('서비스 점검 중입니다')
  await page.route('**/support/data', (route) =>
    route.fulfill(
      route.request().method() === 'HEAD' ? { status: 200 } : { body: '<h1>open</h1>', contentType: 'text/html' },
    ),
  )
  await page.clock.runFor(31_000)
  await page.getByRole('heading', { name: 'open' }).waitFor()
  await close()
  await closed.close()
})

test.each(LANGUAGES)(
  'the line can be read at the top of every page, and nothing covers it, in %s at 360, 768 and 1280 px',
  async (language) => {
    const page = await site.visit(language)
    for (const path of ['/', '/support/notice', '/support/request', '/privacy-policy/current']) {
      await page.goto(path)
      const line = page.getByText(language === 'ko' ? '서비스 점검 예정' : 'Maintenance planned')
      for (const width of [360, 768, 1280]) {
        await resize(page, width)
        const covered = await line.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const at = (y: number) => document.elementFromPoint((left + right) / 2, y)
          return [at(top + 2), at((top + bottom) / 2), at(bottom - 2)].filter((hit) => !hit || !element.contains(hit))
            .length
        })
        expect([path, width, covered]).toEqual([path, width, 0])
        expect([path, width, await pageFaults(page, language)]).toEqual([path, width, []])
      }
    }
    const details = page.getByRole('link', { name: language === 'ko' ? '자세히 보기' : 'Details' })
    await resize(page, 360)
    await details.click({ trial: true })
    await resize(page, 1280)
    await details.click()
    await page.waitForURL(/\/maintenance$/)
  },
)
