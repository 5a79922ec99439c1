import type { Page } from 'playwright-core'

/** What a page with larger or wider text must not do: scroll sideways, cut a text off, or lay one over another (1.4.4, 1.4.10, 1.4.12). */
export function textFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`scrolls sideways: ${scrollWidth} > ${clientWidth}`)
    const lines: { element: Element; text: string; box: DOMRect }[] = []
    for (const element of document.querySelectorAll('body *')) {
      if (
        !element.checkVisibility({ visibilityProperty: true }) ||
        element.closest('.visually-hidden, svg, select, textarea, dialog:not([open]), [popover], output')
      )
        continue
      const nodes = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      for (const node of nodes) {
        const range = document.createRange()
        range.selectNodeContents(node)
        const text = (node.textContent ?? '').trim().slice(0, 30)
        const whole = range.getBoundingClientRect()
        if (whole.width <= 2) continue
        const size = parseFloat(getComputedStyle(element).fontSize)
        if (text.length > 15 && whole.width < size * 4 && whole.height > size * 6) faults.push(`squeezed: "${text}"`)
        for (let above: Element | null = element; above && above !== document.body; above = above.parentElement) {
          const { overflowX, overflowY, clipPath } = getComputedStyle(above)
          if (clipPath !== 'none' || /auto|scroll/.test(overflowX + overflowY)) break
          const frame = above.getBoundingClientRect()
          const cut =
            (/hidden|clip/.test(overflowX) && (whole.right > frame.right + 2 || whole.left < frame.left - 2)) ||
            (/hidden|clip/.test(overflowY) && (whole.bottom > frame.bottom + 2 || whole.top < frame.top - 2))
          if (cut) faults.push(`cut off: "${text}"`)
        }
        // What stands fixed lies over everything, and what is clipped to a pixel is for screen readers.
        const apart = (part: Element | null): boolean =>
          part !== null &&
          (/fixed|sticky/.test(getComputedStyle(part).position) ||
            getComputedStyle(part).clipPath !== 'none' ||
            apart(part.parentElement))
        if (!apart(element) && !element.closest('[aria-hidden="true"]'))
          lines.push(...[...range.getClientRects()].map((box) => ({ element, text, box })))
      }
    }
    for (const control of document.querySelectorAll('select, input:not([type=checkbox], [type=file], [type=hidden])')) {
      if (
        control.checkVisibility() &&
        control.clientHeight > 2 &&
        control.clientHeight < parseFloat(getComputedStyle(control).fontSize) * 1.15
      )
        faults.push(`cut off: ${control.getAttribute('name')}`)
    }
    for (const [index, one] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        // A line's box is higher than its letters.
        if (across > 3 && down > Math.min(one.box.height, other.box.height) * 0.4)
          faults.push(`"${one.text}" lies over "${other.text}"`)
      }
    }
    return [...new Set(faults)]
  })
}
