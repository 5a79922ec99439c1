import { contentObject } from '../attachments/content-address.ts'
import { mergeArchive, type Archive } from '../database/board-archive.ts'
import type { Call } from '../calls/operator-call.ts'
import { publishChange } from './publish-change.ts'

/** Writes every row of an archive of boards over the row with the same key; what the archive does not name stays. Gives the archive. */
export async function importBoards(call: Call, archive: Archive): Promise<Archive> {
  const { DB, FILES } = call.env
  const here: string[] = []
  const write = (key: string) => FILES.put(contentObject(key), Buffer.from(archive.files[key] ?? '', 'base64'))
  // New bytes come before the rows: nothing public names a file that is not here. Without rows they are swept within two days.
  for (const key of Object.keys(archive.files))
    if (await FILES.head(contentObject(key))) here.push(key)
    else await write(key)
  // Other bytes come after them: where the rows are refused, no file has changed.
  await publishChange(call, mergeArchive(DB, archive))
  for (const key of here) await write(key)
  return archive
}
