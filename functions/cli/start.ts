import { requireBindings } from './bindings.ts'
import { endTogether, run } from './children.ts'
import { prepareState } from './local-state.ts'
import { serve } from './serve.ts'
import { CONFIG, OperatorError, readSettings, requireFreePort, runCommand } from './settings.ts'

/** Says what is done, then how long it took and what came of it. */
async function step<T>(what: string, work: () => Promise<T>, outcome?: (result: T) => string): Promise<void> {
  console.log(`${what} …`)
  const started = performance.now()
  const result = await work()
  console.log(
    `  done in ${((performance.now() - started) / 1000).toFixed(1)} s${outcome ? `: ${outcome(result)}` : ''}`,
  )
}

await runCommand(async () => {
  endTogether()
  const settings = readSettings()
  await requireFreePort(settings.port)
  requireBindings(CONFIG)

  await step('Building', () => run('vite', ['build', '--config', 'app.config.ts'], 'The build'))
  await step(
    `Preparing local data in ${settings.stateDir}`,
    () => prepareState(settings.stateDir),
    ({ migrations, entries }) => `${migrations} migration(s) applied, ${entries} board entries written`,
  )

  console.log(`Starting, upstream: ${settings.vars.UPSTREAM_URL || 'embedded'} …`)
  const { origin, ended } = await serve(settings, console.log)
  console.log(`Ready on ${origin}`)
  throw new OperatorError(`The Worker has ended (${await ended}); what it printed stands above.`)
})
process.exit()
