import type { Page } from 'playwright-core'
import { settled } from './window.ts'

/**
 * What a page with forced colours must not lose: the edge of a control, the look of the current link, the sign of the focus (1.4.1,
 * 1.4.11, 2.4.7). Leaves the focus and the scroll position changed.
 */
export async function forcedColourFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  await settled(page)
  const faults = await page.evaluate(() => {
    if (!matchMedia('(forced-colors: active)').matches) return ['The colours are not forced.']
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 20)}"`
    const found: string[] = []
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (element) => element.checkVisibility() && element.getBoundingClientRect().width > 2,
      )
    const canvas = getComputedStyle(document.body).backgroundColor
    for (const element of shown(
      'main button, main input:not([type=checkbox], [type=file]), main select, main textarea, main label[class*=button], main a[class*=button]',
    )) {
      const { borderTopWidth, borderTopStyle, backgroundColor, borderTopColor } = getComputedStyle(element)
      const edge = borderTopStyle !== 'none' && parseFloat(borderTopWidth) >= 1 && borderTopColor !== canvas
      const icon = element.querySelector('svg') !== null
      if (!edge && !icon && backgroundColor === canvas) found.push(`${name(element)} has no edge`)
    }
    for (const link of shown('nav [aria-current]')) {
      const other = shown('nav a:not([aria-current])').find(
        (candidate) =>
          candidate.className === link.className ||
          candidate.parentElement?.parentElement === link.parentElement?.parentElement,
      )
      if (other && getComputedStyle(other).backgroundColor === getComputedStyle(link).backgroundColor)
        found.push(`${name(link)} does not look current`)
    }
    for (const element of shown('a[href], button, input, select, textarea, summary')) {
      element.focus({ focusVisible: true } as FocusOptions)
      const parts = [element, element.nextElementSibling, element.parentElement].flatMap((part) =>
        part ? [getComputedStyle(part), getComputedStyle(part, '::after')] : [],
      )
      if (!parts.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1.5))
        found.push(`${name(element)} does not show its focus`)
    }
    return found
  })
  await page.emulateMedia({ forcedColors: null })
  return faults
}
