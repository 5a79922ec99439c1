import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { EntryFindings } from '../brand/entry-checks.ts'
import type { RegistryEntries } from '../brand/schema.ts'
import { PROCESSED_MONTHS, processedMonths } from '../contract/retention.ts'
import { seoulDay, startOfDay } from '../contract/seoul.ts'
import type { SealedVersion } from '../database/legal-seal.ts'
import { readFrontMatter } from '../publishing/front-matter.ts'
import { ROOT } from './settings.ts'

const FOLDER = join(ROOT, 'app/features/legal/documents')
const frontMatter = z.object({
  effective: z.iso.date(),
  notice_days: z.number().default(7),
  periods: z.record(z.string(), z.int()).default({}),
})

/** A legal text of this checkout. */
export interface LegalText extends SealedVersion {
  /** Whether visitors are shown it on that day: it is in force, was once, or is announced. */
  isAnnounced: boolean
  /** Of a policy: months for which a brand keeps processed inquiries, by its id, where they are not the usual ones. */
  periods: Record<string, number>
}

/** The legal texts of this checkout. @param folder where they lie, for tests */
export async function legalTexts(now: Date, folder = FOLDER): Promise<LegalText[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.md')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      const { effective, notice_days, periods } = frontMatter.parse(readFrontMatter(text).data)
      const announcedAt = startOfDay(effective, -notice_days)
      const sha256 = createHash('sha256').update(text).digest('hex')
      return { file: file.replaceAll('\\', '/'), sha256, effective, isAnnounced: announcedAt <= now.getTime(), periods }
    }),
  )
}

/** What a deployment would do to sealed texts, one sentence each; none where it may go on. */
export function changedTexts(sealed: readonly SealedVersion[], texts: readonly SealedVersion[]): string[] {
  return sealed.flatMap(({ file, sha256, effective }) => {
    const own = texts.find((text) => text.file === file)
    if (!own) return [`${file} was announced to visitors and is gone. Put it back.`]
    if (own.effective !== effective)
      return [`${file} was announced for ${effective} and now says ${own.effective}. Add a new version.`]
    return own.sha256 === sha256
      ? []
      : [`${file} was announced to visitors and has changed. Put it back, and add a new version.`]
  })
}

const inMonths = (months: number) => (months === 1 ? '1 month' : `${months} months`)

/**
 * What is wrong between the retention periods of the registry and the privacy policy: visitors are told of another period before it holds, so
 * the registry follows the policy in force (decision 053). A version that changes one later is a note.
 */
export function periodFindings({ default: first, partners }: RegistryEntries, texts: readonly LegalText[], now: Date) {
  const today = seoulDay(now.getTime())
  const policies = texts
    .filter(({ file }) => file.startsWith('privacy-policy/'))
    .toSorted((a, b) => b.effective.localeCompare(a.effective))
  const inForce = policies.find(({ effective }) => effective <= today)?.effective
  return [first, ...partners].map(({ id, retention = {} }): EntryFindings => {
    const own = processedMonths({ retention })
    const other = policies.filter(({ periods }) => (periods[id] ?? PROCESSED_MONTHS) !== own)
    const sentence = ({ file, effective, periods }: LegalText) => {
      const says = `retention: ${file} says ${inMonths(periods[id] ?? PROCESSED_MONTHS)}, the registry ${inMonths(own)}`
      return effective > (inForce ?? '')
        ? `${says}; change the registry on ${effective}`
        : `${says}; visitors are told first: announce a version of the policy with periods: { ${id}: ${own} }, and change the registry on its first day (docs/brands.md)`
    }
    return {
      id,
      problems: other.filter(({ effective }) => effective === inForce).map(sentence),
      notes: other.filter(({ effective }) => effective > (inForce ?? today)).map(sentence),
    }
  })
}
