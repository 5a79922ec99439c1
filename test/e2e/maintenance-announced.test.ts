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
