import type { Page } from 'playwright-core'

/** Has the browser lay out the whole page, the sections of home too that it leaves for later (app/features/home/later-script.ts). */
export const layOut = (page: Page): Promise<void> =>
  page.evaluate(() => {
    delete document.documentElement.dataset.later
  })
