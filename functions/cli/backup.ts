import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describe, LOCAL_ONLY, writeArchive } from './archive.ts'
import { OperatorError, readSettings, runCommand } from './settings.ts'

const USAGE = 'npm run backup -- FILE.tar   writes the local site in STATE_DIR (.wrangler/state) to a new file'

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: 'boolean', default: false } },
  })
  if (values.remote) throw new OperatorError(LOCAL_ONLY)
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new OperatorError(USAGE)
  const counts = await writeArchive(readSettings().stateDir, resolve(file))
  console.log(`${file}: ${describe(counts)}. It holds personal data: keep it as you keep the inquiries themselves.`)
})
