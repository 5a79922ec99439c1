import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describe, writeArchive } from './archive.ts'
import { OperatorError, readSettings, runCommand } from './settings.ts'

const USAGE = 'npm run backup -- FILE.tar   writes the local site in STATE_DIR (.wrangler/state) to a new file'

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new OperatorError(USAGE)
  const counts = await writeArchive(readSettings().stateDir, resolve(file))
  console.log(`${file}: ${describe(counts)}. It holds personal data: keep it as you keep the inquiries themselves.`)
})
