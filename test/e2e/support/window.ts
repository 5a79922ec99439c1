import type { Page } from 'playwright-core'

/** Waits until a change of style or window has been drawn, and what it has set in motion has ended. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    await frame()
    await frame()
    while (document.getAnimations().some((animation) => animation instanceof CSSTransition)) await frame()
  })

/** Gives the window another size, and waits until the page is laid out for it. */
export async function resize(page: Page, width: number, height = 900): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.waitForFunction((wanted) => innerWidth === wanted, width)
  await settled(page)
}

/** Gives the page this style in addition to its own, in place of the one given before. */
export async function restyle(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, css)
  await settled(page)
}
