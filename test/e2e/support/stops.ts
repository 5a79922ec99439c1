import type { Page } from 'playwright-core'

export interface Stop {
  /** What has the focus, in a few words; empty where it has left the page. */
  name: string
  /** What is wrong with it for someone who sees and has no mouse. */
  faults: string[]
  /** Place in the body's order. */
  order: number
}

/**
 * Goes through a part of the page by the keyboard, from its first stop to its last, and looks at every stop: is it there to be seen, not
 * hidden by what stands fixed (2.4.11), and does its look say that it has the focus (2.4.7)?
 * @param part selects an element
 * @throws Error where the focus never leaves (2.1.2)
 */
export async function stopsForwards(page: Page, part: string): Promise<Stop[]> {
  await page.evaluate((root) => {
    const stops = document.querySelectorAll<HTMLElement>(
      `${root} :is(a[href], button, input, select, textarea, summary, [tabindex="0"])`,
    )
    for (const stop of stops) {
      stop.focus()
      if (document.activeElement === stop) return
    }
  }, part)
  return walk(page, 'Tab', part)
}

/** The same from the last of the stops to the first. */
export async function stopsBackwards(page: Page, forwards: readonly Stop[], part: string): Promise<Stop[]> {
  await page.evaluate(
    (order) => ([...document.body.querySelectorAll('*')][order] as HTMLElement).focus(),
    forwards.at(-1)?.order ?? 0,
  )
  return walk(page, 'Shift+Tab', part)
}

async function walk(page: Page, key: 'Tab' | 'Shift+Tab', part: string): Promise<Stop[]> {
  const found: Stop[] = []
  for (let step = 0; step < 200; step++) {
    let stop = await page.evaluate(lookAtFocus, part)
    // A busy machine scrolls to the focus, and shows what fades in, some frames later.
    for (let again = 0; again < 60 && stop && stop.faults.length > 0; again++)
      stop = await page.evaluate(lookAtFocus, part)
    // The end: nothing of the part has the focus, or it is where it was, or round again from the other end.
    if (stop === null || stop.order === found[0]?.order || stop.order === found.at(-1)?.order) return found
    found.push(stop)
    await page.keyboard.press(key)
  }
  throw new Error(`The focus never leaves ${page.url()}.`)
}

async function lookAtFocus(part: string): Promise<Stop | null> {
  await new Promise((done) => requestAnimationFrame(done))
  const element = document.activeElement
  if (
    !(element instanceof HTMLElement) ||
    element === document.body ||
    !document.hasFocus() ||
    !element.matches(':focus') ||
    !element.closest(part)
  )
    return null
  const name = `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.innerText ?? element.getAttribute('name') ?? '').trim().slice(0, 30) || element.getAttribute('name')}"`
  const faults: string[] = []
  // A part that is drawn elsewhere stands for its control: the row of a link, the label of a file input.
  const label = element.matches('input[type=file]')
    ? document.querySelector<HTMLElement>(`label[for="${element.id}"]`)
    : null
  const drawn = label ?? element
  const box = drawn.getBoundingClientRect()
  if (box.width < 2 || box.height < 2) faults.push(`${name} has no size`)
  const seen = [0.1, 0.5, 0.9]
    .flatMap((x) =>
      [0.2, 0.5, 0.8].map((y) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)),
    )
    .filter((hit) => hit !== null && (drawn.contains(hit) || hit.contains(drawn) || hit.closest('tr')?.contains(drawn)))
  if (seen.length < 3)
    faults.push(
      `${name} is hidden: ${seen.length} of 9 points are seen at ${Math.round(box.top)}, ${Math.round(box.left)} ${document.elementFromPoint(box.left + 5, box.top + 5)?.outerHTML.slice(0, 100)}`,
    )
  const rings = [drawn, element, element.parentElement].flatMap((part) =>
    part ? [getComputedStyle(part), getComputedStyle(part, '::after'), getComputedStyle(part, '::before')] : [],
  )
  if (
    !rings.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1.5) || /0px 0px 0px [2-9]px/.test(boxShadow),
    )
  )
    faults.push(`${name} does not show its focus`)
  return { name, faults, order: [...document.body.querySelectorAll('*')].indexOf(element) }
}
