import { z } from 'zod'
import { contentObject } from '../../attachments/content-file.ts'
import { archiveSchema, mergeArchive } from '../../database/board-archive.ts'
import { command } from '../define-command.ts'
import { forAllBrands } from '../permissions.ts'
import { publishChange } from '../publish-change.ts'

/** Writes every row of an archive of boards over the row with the same key; what the archive does not name stays. Gives the archive. */
export const importBoards = command({
  /** `name`: of the file, for the log. */
  input: z.object({ name: z.string().max(200), archive: archiveSchema }),
  permit: forAllBrands,
  log: ({ name }) => ({ action: 'import-boards', subject: name }),
  async run(call, { archive }) {
    const { DB, FILES } = call.env
    // Rows first: where they are refused, no file has changed.
    await publishChange(call, mergeArchive(DB, archive))
    for (const [key, base64] of Object.entries(archive.files))
      await FILES.put(contentObject(key), Buffer.from(base64, 'base64'))
    return archive
  },
})
