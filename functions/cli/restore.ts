import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describe, LOCAL_ONLY, restoreArchive } from './archive.ts'
import { OperatorError, readSettings, runCommand } from './settings.ts'

const USAGE = 'STATE_DIR=… npm run restore -- FILE.tar   makes the site of a backup in an empty state folder'

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: 'boolean', default: false } },
  })
  if (values.remote) throw new OperatorError(LOCAL_ONLY)
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new OperatorError(USAGE)
  const { stateDir } = readSettings()
  console.log(`${stateDir}: ${describe(await restoreArchive(stateDir, resolve(file)))}. npm start serves it.`)
})
