import { resolve } from 'node:path'
import { archiveFile, describe, restoreArchive } from './archive.ts'
import { readSettings, runCommand } from './settings.ts'

const USAGE = 'STATE_DIR=… npm run restore -- FILE.tar   makes the site of a backup in an empty state folder'

await runCommand(async () => {
  const file = archiveFile(USAGE)
  const { stateDir } = readSettings()
  console.log(`${stateDir}: ${describe(await restoreArchive(stateDir, resolve(file)))}. npm start serves it.`)
})
