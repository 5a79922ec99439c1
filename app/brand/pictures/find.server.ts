import type { Locale } from '../../i18n/locale'
import { PICTURES } from './pictures.gen'

/** The address of the picture that stands for a brand where its pages are shared; its name changes with its content. */
export function cardAddress(brandId: string, locale: Locale): string {
  return PICTURES[brandId]?.[`card-${locale}.png`] ?? ''
}

const ICON = /^\/((?:icon-|apple-touch-icon|favicon)[\w-]*\.(?:png|ico))$/

/**
 * Where the file behind one of a brand's fixed icon addresses (`/favicon.ico`, `/icon-192.png` …) stands among the assets.
 * @returns null where the path is none of them
 */
export function iconAsset(path: string, brandId: string): string | null {
  const [, name = ''] = ICON.exec(path) ?? []
  return PICTURES[brandId]?.[name] ?? null
}
