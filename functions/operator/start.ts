import { end, eachLine, endTogether, run, start } from './children.ts'
import { prepareState } from './local-state.ts'
import { BUILT_CONFIG, OperatorError, readSettings, requireBindings, requireFreePort, runCommand } from './settings.ts'

/** Lines of wrangler that tell an operator nothing: its banner, tables of modules and bindings, its own ready line. */
const CHATTER = /^\s*$|⛅️|[─┌├└│]{3}|^│|^Your Worker has access|^Binding\s|^env\.|^Attaching additional|Ready on http|Starting local server|^Cloudflare collects anonymous|Parsed \d+ valid|^[^a-zA-Z0-9]*$/

await runCommand(async () => {
  const settings = readSettings()
  await requireFreePort(settings.port)

  console.log('Building …')
  await run('vite', ['build', '--config', 'app.config.ts'], 'The build')
  requireBindings()

  console.log(`Preparing local data in ${settings.stateDir} …`)
  const { migrations, entries } = await prepareState(settings.stateDir)
  console.log(`  ${migrations} migration(s) applied, ${entries} board entries written`)

  console.log(`Starting, upstream: ${settings.vars.UPSTREAM_URL || 'embedded'} …`)
  const site = start('wrangler', [
    'dev', '--config', BUILT_CONFIG, '--ip', '127.0.0.1', '--port', String(settings.port), '--inspector-port', '0', '--persist-to', settings.stateDir,
    ...Object.entries(settings.vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
  ])
  endTogether(site)
  let ready = false
  eachLine(site, (line) => {
    if (!CHATTER.test(line)) console.log(line.replace(/^\[wrangler:\w+\] /, ''))
  })
  const ended = new Promise<number | null>((done) => site.once('exit', done))

  const origin = `http://127.0.0.1:${settings.port}`
  const answers = async () => {
    while (!ready && site.exitCode === null && site.signalCode === null) {
      ready = await fetch(`${origin}/healthz`).then((answer) => answer.ok, () => false)
      if (!ready) await new Promise((done) => setTimeout(done, 150))
    }
    if (ready) console.log(`Ready on ${origin}`)
  }
  await Promise.race([answers(), ended])
  const code = await ended
  await end(site)
  if (!ready && code) throw new OperatorError(`The Worker could not be started (exit ${code}); what it printed stands above.`)
})
process.exit()
