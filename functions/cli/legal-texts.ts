import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readFrontMatter } from '../publishing/front-matter.ts'
import type { SealedVersion } from '../database/legal-version.ts'
import { ROOT } from './settings.ts'

const FOLDER = join(ROOT, 'app/features/legal/documents')
const DAY_MS = 86_400_000
const SEOUL_OFFSET_MS = 9 * 3_600_000
const frontMatter = z.object({ effective: z.iso.date(), notice_days: z.number().default(7) })

/** A legal text of this checkout. */
export interface LegalText extends SealedVersion {
  /** Whether visitors are shown it on that day: it is in force, was once, or is announced. */
  isAnnounced: boolean
}

/** The legal texts of this checkout. @param folder where they lie, for tests */
export async function legalTexts(now: Date, folder = FOLDER): Promise<LegalText[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.md')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      const { effective, notice_days } = frontMatter.parse(readFrontMatter(text).data)
      const announcedAt = Date.parse(`${effective}T00:00:00Z`) - SEOUL_OFFSET_MS - notice_days * DAY_MS
      const sha256 = createHash('sha256').update(text).digest('hex')
      return { file: file.replaceAll('\\', '/'), sha256, effective, isAnnounced: announcedAt <= now.getTime() }
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
