import type { Page } from 'playwright-core'

/** Gives the page its first sign of intent, and waits until the app has taken it over: from then on it answers by itself. */
export async function awake(page: Page): Promise<void> {
  await page.mouse.move(5, 5)
  await page.mouse.move(9, 9)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
}
