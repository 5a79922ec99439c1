import { resolve } from 'node:path'
import { FLAG, readArguments } from './arguments.ts'
import { describe } from './backup-archive.ts'
import { writeArchive } from './backup-steps.ts'
import { withSite } from './site.ts'
import { OperatorError, runCommand } from './run-command.ts'

const USAGE = `npm run backup -- FILE.tar            writes the local site in STATE_DIR (.wrangler/state) to a new file
npm run backup -- FILE.tar --remote   writes the deployed site`

await runCommand(async () => {
  const {
    words: [file],
    values: { remote },
  } = readArguments(USAGE, 1, { remote: FLAG })
  if (file === undefined) throw new OperatorError(USAGE)
  const counts = await withSite(remote, (site) => writeArchive(site, resolve(file)))
  console.log(`${file}: ${describe(counts)}. It holds personal data: keep it as you keep the inquiries themselves.`)
})
