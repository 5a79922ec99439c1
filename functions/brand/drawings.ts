import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eachLocale, LOCALES, type Locale } from '../contract/languages.ts'
import type { ColouredBrand } from './check-and-colour.ts'
import { cardSvg } from './pictures/card.ts'
import { toPng } from './pictures/draw.ts'
import { homeScreenSvg } from './pictures/icons.ts'

/** What the home page says first, on every brand. */
const titleIn = (locale: Locale): string[] => {
  const file = join(import.meta.dirname, `../../app/i18n/${locale}/home.json`)
  const { hero } = JSON.parse(readFileSync(file, 'utf8')) as { hero: Record<'title-1' | 'title-2', string> }
  return [hero['title-1'], hero['title-2']]
}
const TITLES = eachLocale(titleIn)

/** A picture to draw. `source` changes whenever the picture does. */
interface Drawing {
  source: string
  draw(): Buffer
}

/** The PNG pictures of a brand, by name: the sharing picture in each language, and the icon. None is drawn yet. */
export function drawingsOf(brand: ColouredBrand): Record<string, Drawing> {
  const look = { symbol: brand.symbol, ...brand.colours }
  const png = (svg: string): Drawing => ({ source: svg, draw: () => toPng(svg) })
  const card = (locale: Locale) => {
    const { host } = new URL(brand.origin)
    return png(cardSvg({ wordmark: brand.wordmark, name: brand.name[locale], host, title: TITLES[locale] }, look))
  }
  return {
    ...Object.fromEntries(LOCALES.map((locale) => [`card-${locale}.png`, card(locale)])),
    'icon.png': png(homeScreenSvg(look)),
  }
}
