import { CAUGHT_MAIL, readSettings, readyLines, runCommand } from './settings.ts'
import { startSite } from './started-site.ts'

await runCommand(async () => {
  const settings = readSettings()
  const { origin } = await startSite(settings)
  console.log(readyLines(origin, settings))
  console.log(`Mail: while the site runs, every message is caught as text and HTML in ${CAUGHT_MAIL}`)
})
