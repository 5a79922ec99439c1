import type { Page } from 'playwright-core'

/** Targets that are smaller than 24 px in a direction, do not stand in a sentence, and have no room around them (2.5.8). */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MIN = 24
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type=hidden]), select, textarea, summary, label[for]',
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.closest('[aria-hidden="true"], dialog:not([open]), [popover]'),
      )
      .map((element) => {
        const row = element.closest('tr')
        const spread = row && getComputedStyle(element, '::after').position === 'absolute' ? row : element
        return { element, box: spread.getBoundingClientRect() }
      })
      .filter(({ box }) => box.width > 2 && box.height > 2 && box.bottom > 0)
    const inSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 1,
      )
    const small = ({ box }: { box: DOMRect }) => box.width < MIN - 0.5 || box.height < MIN - 0.5
    const centre = (box: DOMRect) => [box.left + box.width / 2, box.top + box.height / 2] as const
    const crowded = (one: DOMRect, other: { box: DOMRect }) => {
      const [x, y] = centre(one)
      if (small(other)) {
        const [a, b] = centre(other.box)
        return Math.hypot(x - a, y - b) < MIN
      }
      return (
        Math.hypot(
          x - Math.min(Math.max(x, other.box.left), other.box.right),
          y - Math.min(Math.max(y, other.box.top), other.box.bottom),
        ) <
        MIN / 2
      )
    }
    const labelled = (element: Element) => (element as HTMLInputElement).labels?.length
    return targets
      .filter(small)
      .filter(({ element }) => !inSentence(element) && !element.matches('label'))
      .filter(({ element, box }) =>
        targets.some(
          (other) =>
            other.element !== element &&
            !other.element.contains(element) &&
            !element.contains(other.element) &&
            !(labelled(element) && other.element.matches(`label[for="${element.id}"]`)) &&
            crowded(box, other),
        ),
      )
      .map(
        ({ element, box }) =>
          `${element.outerHTML.slice(0, 70)} is ${Math.round(box.width)} × ${Math.round(box.height)}`,
      )
  })
}
