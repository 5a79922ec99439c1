import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawingsOf } from '../../brand/drawings.ts'
import { iconSvg } from '../../brand/pictures/icons.ts'
import { colouredBrands } from '../../brand/check-and-colour.ts'
import type { RegistryEntries } from '../../brand/schema.ts'

/** Files to look at, by name. */
export type DrawnPictures = Record<string, Buffer | string>

/**
 * Draws what the build draws of a brand: symbol, icons and the sharing picture of each language.
 * @throws Error where the registry has a fault
 */
export function drawPictures(registry: RegistryEntries, id: string): DrawnPictures {
  const brand = colouredBrands(registry).find((each) => each.id === id)
  if (!brand) throw new Error(`No brand has the id ${id}.`)
  const { primary } = brand.colours
  const symbol = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="${brand.symbol}" fill="${primary}"/></svg>`
  return {
    'symbol.svg': symbol,
    'icon.svg': iconSvg({ symbol: brand.symbol, primary }),
    ...Object.fromEntries(Object.entries(drawingsOf(brand)).map(([name, { draw }]) => [name, draw()])),
  }
}

/** Writes pictures into a folder. */
export async function writePictures(pictures: DrawnPictures, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await Promise.all(Object.entries(pictures).map(([name, picture]) => writeFile(join(folder, name), picture)))
}
