import { build, serve, type ServedSite } from './built-site.ts'
import { fireCrons } from './crons.ts'
import { prepareState } from './local-state.ts'
import { requireStartable } from './running-site.ts'
import type { Settings } from './settings.ts'
import { requireBindings, requireSettings } from './worker-config.ts'

/** Prints what is done, then how long it took and its result. */
async function step(what: string, work: () => Promise<string>): Promise<void> {
  console.log(`${what} …`)
  const started = performance.now()
  const result = await work()
  console.log(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s: ${result}`)
}

/** Builds this checkout, prepares its local data, and serves it with its clock until this process ends. */
export async function startSite(settings: Settings): Promise<ServedSite> {
  await requireStartable(settings)
  requireBindings()
  requireSettings(settings.vars)
  await step('Building', async () => ((await build()) ? 'built' : 'nothing has changed'))
  await step(`Preparing local data in ${settings.stateDir}`, async () => {
    const { migrations, entries } = await prepareState(settings.stateDir)
    return `${migrations} migration(s) applied, ${entries} board entries written`
  })
  console.log(`Starting, upstream: ${settings.vars.UPSTREAM_URL || 'embedded'} …`)
  const site = await serve(settings)
  fireCrons(site.origin)
  return site
}
