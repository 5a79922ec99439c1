import type { Page } from 'playwright-core'

/**
 * Counts the colours of each section's region of a full-page screenshot.
 * @param png in base64
 */
export const coloursOfSections = (page: Page, png: string): Promise<{ section: string; colours: number }[]> =>
  page.evaluate(async (base64) => {
    const blob = new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))])
    const bitmap = await createImageBitmap(blob)
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0)
    return [...document.querySelectorAll('main section')].map((section) => {
      const { left, top, width, height } = section.getBoundingClientRect()
      const { data } = context.getImageData(left, top + scrollY, width, height)
      return { section: section.id, colours: new Set(new Uint32Array(data.buffer)).size }
    })
  }, png)
