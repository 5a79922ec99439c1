import { resolve } from 'node:path'
import { describe, readArguments } from './backup-archive.ts'
import { writeArchive } from './backup-steps.ts'
import { withSite } from './site.ts'
import { runCommand } from './run-command.ts'

const USAGE = `npm run backup -- FILE.tar            writes the local site in STATE_DIR (.wrangler/state) to a new file
npm run backup -- FILE.tar --remote   writes the deployed site`

await runCommand(async () => {
  const { file, remote } = readArguments(USAGE)
  const counts = await withSite(remote, (site) => writeArchive(site, resolve(file)))
  console.log(`${file}: ${describe(counts)}. It holds personal data: keep it as you keep the inquiries themselves.`)
})
