import type { Page, Response } from 'playwright-core'
import { expect } from 'vitest'

/** Pixels by which a page may seem to move between two looks, while it still scrolls. */
const TOLERANCE = 4

/** Waits until React has taken the page over. @throws where it never does, with what is known of why */
export async function hydrated(page: Page): Promise<void> {
  const outcome = await page
    .waitForFunction(() => {
      const isHydrated = Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps'))
      return isHydrated ? 'hydrated' : document.documentElement.dataset.hydration === 'failed' && 'failed'
    })
    .then((handle) => handle.jsonValue())
    .catch(() => page.evaluate(() => document.documentElement.dataset.hydration ?? 'without a sign of intent'))
  if (outcome === 'hydrated') return
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map((entry) => `${entry.name} ${(entry as PerformanceResourceTiming).responseStatus}`),
  )
  throw new Error(`${page.url()} is not hydrated (${outcome}). Scripts: ${scripts.join(', ')}`)
}

/** Moves the mouse, which is the first sign of intent, and waits until the page is hydrated. */
export async function hydrate(page: Page): Promise<void> {
  await moveMouse(page, 5, 5)
  await hydrated(page)
}

/** Moves the mouse twice: it may be there already. */
async function moveMouse(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.move(x, y + 1)
}

/** The scroll position in px, once it has not changed for four frames. */
export const restingPosition = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let last = scrollY
    for (let frames = 0; frames < 4; frames = scrollY === last ? frames + 1 : 0) {
      last = scrollY
      await new Promise((done) => requestAnimationFrame(done))
    }
    return Math.round(scrollY)
  })

/**
 * Moves the mouse and turns the wheel, as a person does on arrival. The page hydrates meanwhile, and must stay where the wheel has left
 * it. Ends at the top.
 */
export async function scrollAbout(page: Page): Promise<void> {
  const { height = 0 } = page.viewportSize() ?? {}
  const room = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)
  // The left margin: nothing there shows a hover style.
  await moveMouse(page, 4, height / 2)
  await page.mouse.wheel(0, 300)
  if (room > 300) await page.waitForFunction(() => scrollY > 200)
  const below = await restingPosition(page)
  await hydrated(page)
  expect(Math.abs((await restingPosition(page)) - below), `${page.url()} jumps`).toBeLessThanOrEqual(TOLERANCE)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
}

/** Opens an address as a person does, moving the mouse and turning the wheel while the page hydrates. */
export async function arrive(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path)
  await scrollAbout(page)
  return response
}
