import { build, serve } from './built-site.ts'
import { fireCrons } from './crons.ts'
import { prepareState } from './local-state.ts'
import { CAUGHT_MAIL, readSettings, readyLines, requireFreePort, runCommand } from './settings.ts'
import { requireBindings, requireSettings } from './worker-config.ts'

/** Prints what is done, then how long it took and its result. */
async function step(what: string, work: () => Promise<string>): Promise<void> {
  console.log(`${what} …`)
  const started = performance.now()
  const result = await work()
  console.log(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s: ${result}`)
}

await runCommand(async () => {
  const settings = readSettings()
  await requireFreePort(settings.port)
  requireBindings()
  requireSettings(settings.vars)
  await step('Building', async () => ((await build()) ? 'built' : 'nothing has changed'))
  await step(`Preparing local data in ${settings.stateDir}`, async () => {
    const { migrations, entries } = await prepareState(settings.stateDir)
    return `${migrations} migration(s) applied, ${entries} board entries written`
  })
  console.log(`Starting, upstream: ${settings.vars.UPSTREAM_URL || 'embedded'} …`)
  const { origin } = await serve(settings)
  console.log(await readyLines(origin, settings))
  console.log(`Mail: while the site runs, every message is caught as text and HTML in ${CAUGHT_MAIL}`)
  fireCrons(origin)
})
