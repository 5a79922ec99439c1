import { resolve } from 'node:path'
import { FLAG, readArguments } from './arguments.ts'
import { describe } from './backup-archive.ts'
import { restoreArchive } from './restore-steps.ts'
import { withSite } from './site.ts'
import { OperatorError, runCommand } from './run-command.ts'

const USAGE = `STATE_DIR=… npm run restore -- FILE.tar   makes the site of a backup in an empty state folder
npm run restore -- FILE.tar --remote      makes it in an empty deployed site`

await runCommand(async () => {
  const {
    words: [file],
    values: { remote },
  } = readArguments(USAGE, 1, { remote: FLAG })
  if (file === undefined) throw new OperatorError(USAGE)
  await withSite(remote, async (site) => {
    const counts = await restoreArchive(site, resolve(file))
    console.log(
      `${site.name}: ${describe(counts)}. It is paused: it accepts inquiries and sends nothing until npm run inquiries -- --resume${remote ? ' --remote' : ''}.`,
    )
    if (counts.unlistedSince !== null)
      console.log(
        `Nothing here says what was destroyed since the backup (${counts.unlistedSince}): if anything was, it is back. Copy the notes under destroyed/ into the bucket before a restore (docs/operating.md#backup).`,
      )
  })
})
