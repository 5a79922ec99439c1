import type { Page } from 'playwright-core'

/** What moves by itself, or scrolls gliding, for a visitor who prefers reduced motion (2.3.3). */
export const reducedMotionFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return ['The page does not know of the preference.']
    const running = document
      .getAnimations()
      .filter(
        (animation) =>
          animation.timeline instanceof DocumentTimeline && Number(animation.effect?.getComputedTiming().duration) > 10,
      )
    const gliding = [...document.querySelectorAll('*')].filter(
      (element) => getComputedStyle(element).scrollBehavior === 'smooth',
    )
    return [
      ...running.map((animation) => (animation as CSSAnimation).animationName),
      ...gliding.map((element) => `${element.tagName} glides`),
    ]
  })

/** What moves by itself for more than five seconds, for a visitor without that preference (2.2.2). */
export async function endlessMotion(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const faults = await page.evaluate(() => {
    if (!matchMedia('(prefers-reduced-motion: no-preference)').matches) return ['Motion is not allowed.']
    return document
      .getAnimations()
      .filter((animation) => animation.timeline instanceof DocumentTimeline)
      .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) > 5000)
      .map(
        (animation) =>
          `${(animation as CSSAnimation).animationName} runs for ${String(animation.effect?.getComputedTiming().endTime)} ms`,
      )
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return faults
}
