import { stagedFiles } from '../attachments/staged-files.ts'
import type { Env } from '../env.ts'
import { inTime } from '../http/deadline.ts'
import type { FileColumn, Payload } from './payload.ts'
import { columnOf } from './forward-staged-files.ts'
import type { Entry } from './entry.ts'

/** Files of an inquiry that was sent again under its key, in fields in which the accepted inquiry has none. */
export interface LateFiles {
  references: Partial<Record<FileColumn, string>>
  /** Ids of staged uploads. */
  uploads: string[]
}

/**
 * The files that a repeated inquiry has and the accepted one lacks, null where there are none. The key stands for the same contents
 * and file names, so a field that has files already has these. @throws where R2 does not list them
 */
export async function lackingFiles(
  env: Env,
  { payload, sentFiles }: Pick<Entry, 'payload' | 'sentFiles'>,
  repeated: Payload,
): Promise<LateFiles | null> {
  const { file_ref_id, file_ref_id_homepage, held_files } = repeated.inquiry
  if (file_ref_id === null && file_ref_id_homepage === null && held_files.length === 0) return null
  // Destroyed, or delivered by an older build: nothing says what it had.
  if (payload === null && sentFiles === null) return null
  // The same files: nobody who sends again has to wait for R2, or to hear that it fails.
  const known = payload ? [payload.inquiry.file_ref_id, payload.inquiry.file_ref_id_homepage, ...payload.uploads] : []
  if ([file_ref_id, file_ref_id_homepage, ...held_files].every((id) => id === null || known.includes(id))) return null
  const present = payload ? await columnsOf(env, payload) : new Map<string, FileColumn>()
  const columns = new Set([...present.values(), ...(JSON.parse(sentFiles ?? '[]') as FileColumn[])])
  const references: LateFiles['references'] = {}
  if (file_ref_id !== null && !columns.has('file_ref_id')) references.file_ref_id = file_ref_id
  if (file_ref_id_homepage !== null && !columns.has('file_ref_id_homepage'))
    references.file_ref_id_homepage = file_ref_id_homepage
  const uploads: string[] = []
  for (const id of held_files) {
    const files = await inTime(stagedFiles(env, id))
    if (files.length > 0 && !present.has(id) && !columns.has(columnOf(repeated, files))) uploads.push(id)
  }
  return uploads.length > 0 || Object.keys(references).length > 0 ? { references, uploads } : null
}

/** The accepted inquiry with the files added, but for those that another repetition has added meanwhile. */
export function mergedFiles(accepted: Payload, { references, uploads }: LateFiles): Payload {
  const added = uploads.filter((id) => !accepted.uploads.includes(id))
  return {
    ...accepted,
    inquiry: { ...accepted.inquiry, ...references, held_files: [...accepted.inquiry.held_files, ...added] },
    uploads: [...accepted.uploads, ...added],
  }
}

/** An inquiry of its own that brings the files after the one that was sent without them. */
export const supplementOf = (repeated: Payload, { references, uploads }: LateFiles, receipt: string): Payload => ({
  ...repeated,
  inquiry: {
    ...repeated.inquiry,
    file_ref_id: references.file_ref_id ?? null,
    file_ref_id_homepage: references.file_ref_id_homepage ?? null,
    held_files: uploads,
  },
  uploads,
  supplementTo: receipt,
})

/** Which field each reference and each staged upload of an inquiry belongs to. */
async function columnsOf(env: Env, payload: Payload): Promise<Map<string, FileColumn>> {
  const { file_ref_id, file_ref_id_homepage, held_files } = payload.inquiry
  const columns = new Map<string, FileColumn>()
  if (file_ref_id !== null) columns.set(file_ref_id, 'file_ref_id')
  if (file_ref_id_homepage !== null) columns.set(file_ref_id_homepage, 'file_ref_id_homepage')
  for (const id of [...held_files, ...(payload.kept ?? [])])
    columns.set(id, columnOf(payload, await inTime(stagedFiles(env, id))))
  return columns
}
