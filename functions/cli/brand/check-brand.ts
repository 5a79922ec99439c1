import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { RegistryEntries } from '../../brand/schema.ts'
import { senderLines } from '../brand-sender.ts'
import { OperatorError, ROOT } from '../settings.ts'
import { drawPictures, writePictures } from './pictures.ts'
import { printed, reportOf } from './report.ts'
import { swatchPage } from './swatch-page.ts'

/** What the command shows of brands; git ignores it. */
export const BRAND_FOLDER = join(ROOT, '.brand')
/** Where the pictures of a brand are put. */
export const picturesFolder = (id: string): string => join(BRAND_FOLDER, id)
/** A path as one types it here. */
export const typed = (path: string): string => relative(process.cwd(), path)

/**
 * Prints the report on a brand, and writes its swatches and pictures to look at.
 * @returns whether it has no problem
 */
export async function checkBrand(registry: RegistryEntries, id: string): Promise<boolean> {
  const report = reportOf(registry, id)
  if (!report) {
    const ids = [registry.default, ...registry.partners].map((entry) => entry.id)
    throw new OperatorError(`No brand has the id "${id}". The registry has: ${ids.join(', ')}.`)
  }
  console.log([printed(report), ...(await senderLines(report.entry))].join('\n'))
  if (report.palette) {
    await mkdir(BRAND_FOLDER, { recursive: true })
    const file = join(BRAND_FOLDER, `${id}.html`)
    await writeFile(file, await swatchPage(report, report.palette))
    console.log(`\nSwatches to look at: ${typed(file)}`)
  }
  const isRight = report.problems.length === 0
  if (isRight) {
    await writePictures(drawPictures(registry, id), picturesFolder(id))
    console.log(`Symbol, icons and sharing pictures: ${typed(picturesFolder(id))}`)
  }
  return isRight
}
