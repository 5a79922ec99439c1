import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAINTENANCE_KEY } from '../../functions/contract/maintenance.ts'
import { type Site as Worker, startSite } from '../support/site.ts'
import { LANGUAGES } from './support/browser.ts'
import { pageFaults } from './support/page-faults.ts'
import { useSite } from './support/site.ts'

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

test.each(LANGUAGES.flatMap((language) => [360, 768, 1280].map((width) => [language, width] as const)))(
  'the line can be read at the top of every page, and nothing covers it, in %s at %i px',
  async (language, width) => {
    const page = await site.visit(language, { width })
    for (const path of ['/', '/support/notice', '/support/request', '/privacy-policy/current']) {
      await page.goto(path)
      const line = page.getByText(language === 'ko' ? '서비스 점검 예정' : 'Maintenance planned')
      const covered = await line.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const at = (y: number) => document.elementFromPoint((left + right) / 2, y)
        return [at(top + 2), at((top + bottom) / 2), at(bottom - 2)].filter((hit) => !hit || !element.contains(hit))
          .length
      })
      expect([path, covered]).toEqual([path, 0])
      expect([path, await pageFaults(page, language)]).toEqual([path, []])
    }
    await page.getByRole('link', { name: language === 'ko' ? '자세히 보기' : 'Details' }).click()
    await page.waitForURL(/\/maintenance$/)
  },
)
