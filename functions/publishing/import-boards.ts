import { contentObject } from '../attachments/content-address.ts'
import { mergeArchive, type Archive } from '../database/board-archive.ts'
import type { Call } from '../calls/operator-call.ts'
import { publishChange } from './publish-change.ts'

/** Writes every row of an archive of boards over the row with the same key; what the archive does not name stays. Gives the archive. */
export async function importBoards(call: Call, archive: Archive): Promise<Archive> {
  const { DB, FILES } = call.env
  // Rows first: where they are refused, no file has changed.
  await publishChange(call, mergeArchive(DB, archive))
  for (const [key, base64] of Object.entries(archive.files))
    await FILES.put(contentObject(key), Buffer.from(base64, 'base64'))
  return archive
}
