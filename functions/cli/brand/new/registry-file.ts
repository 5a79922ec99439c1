import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { pathToFileURL } from 'node:url'
import { format, type FormatConfig } from 'oxfmt'
import type { BrandEntry, RegistryEntries } from '../../../brand/schema.ts'
import { OperatorError, ROOT } from '../../settings.ts'
import { withPartner } from './entry-from-answers.ts'

const REGISTRY = join(ROOT, 'functions/brand/registry.ts')
/** The end of the file: that of the list of partners, and that of the registry. */
const END = /,?\s*\],?\s*\}\s*$/

/** The registry's text with one more entry at the end of its partners; null where it does not end as it does in this project. */
async function extended(text: string, entry: BrandEntry): Promise<string | null> {
  const end = END.exec(text)
  if (!end) return null
  const before = text.slice(0, end.index)
  const options = JSON.parse(await readFile(join(ROOT, '.oxfmtrc.json'), 'utf8')) as FormatConfig
  const { code, errors } = await format(
    'registry.ts',
    `${before}${before.endsWith('[') ? '' : ','}${JSON.stringify(entry)}],}\n`,
    options,
  )
  return errors.length > 0 ? null : code
}

/**
 * Writes an entry at the end of the registry's partners, at once or not at all.
 * @param registry as it was read: what the file must say beside the entry
 * @param folder for the file while it is checked, on the same disk
 * @throws OperatorError with the entry to be written by hand, where the file is not as it was read or as this command knows it
 */
export async function addToRegistry(registry: RegistryEntries, entry: BrandEntry, folder: string): Promise<void> {
  const text = await extended(await readFile(REGISTRY, 'utf8'), entry)
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `registry-${process.pid}.ts`)
  try {
    await writeFile(draft, text ?? '')
    const read = (await import(pathToFileURL(draft).href).catch(() => ({}))) as { registry?: RegistryEntries }
    if (!isDeepStrictEqual(read.registry, withPartner(registry, entry)))
      throw new OperatorError(
        `Nothing was written: ${REGISTRY} does not end with its list of partners, or has changed meanwhile. Run the command again, or add this entry to partners by hand:\n${JSON.stringify(entry, null, 2)}`,
      )
    await rename(draft, REGISTRY)
  } finally {
    await rm(draft, { force: true })
  }
}
