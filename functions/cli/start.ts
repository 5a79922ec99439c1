import { requireNoArguments } from './arguments.ts'
import { readyLines } from './ready-lines.ts'
import { runCommand } from './run-command.ts'
import { CAUGHT_MAIL, readSettings } from './settings.ts'
import { startSite } from './started-site.ts'

await runCommand(
  async () => {
    requireNoArguments()
    const settings = readSettings()
    const { origin } = await startSite(settings)
    console.log(await readyLines(origin, settings))
    console.log(`Mail: while the site runs, every message is caught as text and HTML in ${CAUGHT_MAIL}`)
  },
  { isServer: true },
)
