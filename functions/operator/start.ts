import { requireBindings } from './bindings.ts'
import { eachLine, endTogether, exitOf, run, start } from './children.ts'
import { prepareState } from './local-state.ts'
import { BUILT_CONFIG, CONFIG, OperatorError, readSettings, requireFreePort, runCommand } from './settings.ts'

/** Lines of wrangler that tell an operator nothing: its banner, tables of modules and bindings, its own ready line. */
const CHATTER = /^\s*$|⛅️|[─┌├└│]{3}|^│|^Your Worker has access|^Binding\s|^env\.|^Attaching additional|Ready on http|Starting local server|^Cloudflare collects anonymous|Parsed \d+ valid|^[^a-zA-Z0-9]*$/

/** Says what is done, then how long it took and what came of it. */
async function step<T>(what: string, work: () => Promise<T>, outcome?: (result: T) => string): Promise<void> {
  console.log(`${what} …`)
  const started = performance.now()
  const result = await work()
  console.log(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s${outcome ? `: ${outcome(result)}` : ''}`)
}

await runCommand(async () => {
  endTogether()
  const { port, stateDir, vars } = readSettings()
  const origin = `http://127.0.0.1:${port}`
  await requireFreePort(port)
  requireBindings(CONFIG)

  await step('Building', () => run('vite', ['build', '--config', 'app.config.ts'], 'The build'))
  await step(`Preparing local data in ${stateDir}`, () => prepareState(stateDir), ({ migrations, entries }) => `${migrations} migration(s) applied, ${entries} board entries written`)

  console.log(`Starting, upstream: ${vars.UPSTREAM_URL || 'embedded'} …`)
  const site = start('wrangler', [
    'dev', '--config', BUILT_CONFIG, '--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0', '--persist-to', stateDir,
    ...Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
  ])
  const ended = exitOf(site)
  eachLine(site, (line) => {
    if (!CHATTER.test(line)) console.log(line.replace(/^\[wrangler:\w+\] /, ''))
  })

  // Ready means that it truly answers, so ask it.
  const answers = () => fetch(`${origin}/healthz`).then((answer) => answer.ok, () => false)
  const started = (async () => {
    while (!(await answers())) await new Promise((done) => setTimeout(done, 100))
    console.log(`Ready on ${origin}`)
  })()
  await Promise.race([started, ended])
  throw new OperatorError(`The Worker has ended (${await ended}); what it printed stands above.`)
})
process.exit()
