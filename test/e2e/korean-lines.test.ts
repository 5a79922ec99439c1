import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { everyRoute } from './support/routes'
import { useSite } from './support/site'
import { resize } from './support/window'

/*
 * A Korean line begins with a word. Browsers that keep words whole (`word-break: keep-all`) still break between a sign, such as `%` or a
 * bracket, and the particle or verb that belongs to it.
 */
const site = useSite({ expected: /status of 404|^404 / })

/** The lines of the page that begin with Hangul in the middle of a word, each with what stands before it. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const range = document.createRange()
    const topOf = (node: Node, at: number) => {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getClientRects()[0]?.top ?? 0
    }
    const boxOf = (element: Element | null): Element | null =>
      element && getComputedStyle(element).display === 'inline' ? boxOf(element.parentElement) : element
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement))
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let before = { sign: ' ', top: 0, box: null as Element | null }
    while (walker.nextNode()) {
      const node = walker.currentNode
      const parent = node.parentElement
      if (!parent?.checkVisibility() || parent.closest('select, script, style') || isClipped(parent)) continue
      const box = boxOf(parent)
      for (const [at, sign] of [...(node.nodeValue ?? '')].entries()) {
        const top = topOf(node, at)
        // A line may end after a dash, and after a dot or a slash between words.
        if (box === before.box && top > before.top + 8 && /[가-힣]/.test(sign) && !/[\s·/~–-]/.test(before.sign))
          found.add(`${node.nodeValue?.slice(Math.max(0, at - 14), at)}|${node.nodeValue?.slice(at, at + 8)}`)
        before = { sign, top, box }
      }
    }
    return [...found]
  })

test.each([360, 768, 1280])('no line of Korean begins in the middle of a word at %i px', async (width) => {
  const page = await site.visit('ko')
  await resize(page, width)
  for (const path of await everyRoute(site.origin)) {
    await page.goto(path)
    await page.evaluate(() => document.querySelectorAll('details').forEach((part) => (part.open = true)))
    expect.soft([path, await brokenWords(page)]).toEqual([path, []])
  }
})
