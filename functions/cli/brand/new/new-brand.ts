import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RegistryEntries } from '../../../brand/schema.ts'
import { LOCALES } from '../../../contract/languages.ts'
import { fallbackName } from '../../deploy/hosts-and-zones.ts'
import { BRAND_FOLDER, checkBrand, picturesFolder, typed } from '../check-brand.ts'
import { drawPictures, writePictures } from '../pictures.ts'
import { previewBrand, requirePreviewable } from '../preview/preview-brand.ts'
import { answersOf, askAnswers, requireRight, withTerminal } from './dialogue.ts'
import { entryFrom, withPartner } from './entry-from-answers.ts'
import { letterOf } from './letter.ts'
import type { Answers } from './questions.ts'
import { addToRegistry } from './registry-file.ts'

/** The zone of the default brand as far as its host tells; `npm run deploy` knows that of the account. */
const homeZone = ({ default: { origin } }: RegistryEntries) => new URL(origin).hostname.replace(/^www\./, '')

/**
 * Adds a brand to the registry and shows it. Nothing is written before every answer is right and every picture is drawn.
 * @param given answers by flag; the rest is asked, where somebody can be asked
 */
export async function newBrand(registry: RegistryEntries, given: Answers, withPreview: boolean): Promise<void> {
  // Before somebody has answered every question.
  if (withPreview) await requirePreviewable()
  const answers = process.stdin.isTTY
    ? await withTerminal((ask) => askAnswers(registry, given, ask, console.log))
    : answersOf(given)
  await requireRight(registry, answers)
  const { entry } = await entryFrom(answers)
  const complete = withPartner(registry, entry)
  const pictures = drawPictures(complete, entry.id)
  await addToRegistry(registry, entry, BRAND_FOLDER)

  const folder = picturesFolder(entry.id)
  await writePictures(pictures, folder)
  const zone = homeZone(registry)
  const letter = letterOf({
    entry,
    target: new URL(entry.origin).hostname.endsWith(`.${zone}`) ? null : fallbackName({ name: zone }),
    isLetter: answers.logo === '',
    pictures: Object.keys(pictures).filter((name) => /^(?:card|symbol|icon-512)/.test(name)),
  })
  const files = LOCALES.map((locale) => ({ file: join(folder, `to-the-partner.${locale}.txt`), text: letter[locale] }))
  await Promise.all(files.map(({ file, text }) => writeFile(file, text)))
  console.log(`${entry.id} is in functions/brand/registry.ts, where everything else of it is set (docs/brands.md).`)

  const shown = withPreview ? await previewBrand(entry, registry.default) : []
  if (!(await checkBrand(complete, entry.id))) process.exitCode = 1
  for (const { file, text } of files) console.log(`\n─── ${typed(file)}, to be sent ───\n${text}`)
  console.log(
    `The records are those of the zone ${zone}; \`npm run deploy\` prints what the account says. \`npm run doctor -- ${new URL(entry.origin).hostname}\` says what is missing until the site is live.`,
  )
  for (const line of shown) console.log(line)
}
