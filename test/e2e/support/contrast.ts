import type { Page } from 'playwright-core'

/**
 * The places whose text has too little contrast (1.4.3) with what stands behind it: the first opaque ground among its
 * ancestors, of a gradient the worst colour.
 */
export function lowContrast(page: Page, places: string[]): Promise<string[]> {
  return page.evaluate((selectors) => {
    type Colour = [red: number, green: number, blue: number, alpha: number]
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
      willReadFrequently: true,
    })
    // The browser itself turns whatever notation into red, green and blue.
    const colourOf = (text: string): Colour => {
      if (!canvas) throw new Error('no canvas')
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = text
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
      return [red, green, blue, alpha / 255]
    }
    const over = ([r, g, b, a]: Colour, [red, green, blue]: Colour): Colour => [
      r * a + red * (1 - a),
      g * a + green * (1 - a),
      b * a + blue * (1 - a),
      1,
    ]
    const luminance = ([red, green, blue]: Colour) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue]
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const ratio = (one: Colour, other: Colour) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    }
    const isOpaque = ([, , , alpha]: Colour) => alpha === 1
    const grounds = (element: Element | null): Colour[] => {
      if (!element) return [[255, 255, 255, 1]]
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      const stops = (backgroundImage.match(/(?:rgba?|oklab|oklch|lab|color)\([^()]*\)/g) ?? []).map(colourOf)
      const ground = colourOf(backgroundColor)
      const layers = stops.length > 0 ? [...stops, ...(stops.every(isOpaque) ? [] : [ground])] : [ground]
      const opaque = layers.filter(isOpaque)
      // Layers lie one upon the other: what lets light through stands on the opaque ones, or on the ancestors' ground.
      if (opaque.length === layers.length) return opaque
      const below = opaque.length > 0 ? opaque : grounds(element.parentElement)
      return layers.filter((layer) => !isOpaque(layer)).flatMap((layer) => below.map((under) => over(layer, under)))
    }
    return selectors.flatMap((selector) => {
      const element = document.querySelector(selector)
      // A toast may have gone since axe saw it.
      if (!element) return []
      const style = getComputedStyle(element)
      const size = parseFloat(style.fontSize)
      const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
      const worst = Math.min(...grounds(element).map((ground) => ratio(over(colourOf(style.color), ground), ground)))
      return worst < needed ? [`contrast ${worst.toFixed(2)}, needs ${needed}: ${selector}`] : []
    })
  }, places)
}
