import { resolve } from 'node:path'
import { archiveFile, describe, writeArchive } from './archive.ts'
import { readSettings, runCommand } from './settings.ts'

const USAGE = 'npm run backup -- FILE.tar   writes the local site in STATE_DIR (.wrangler/state) to a new file'

await runCommand(async () => {
  const file = archiveFile(USAGE)
  const counts = await writeArchive(readSettings().stateDir, resolve(file))
  console.log(`${file}: ${describe(counts)}. It holds personal data: keep it as you keep the inquiries themselves.`)
})
