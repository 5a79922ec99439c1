import { requireBindings } from './bindings.ts'
import { eachLine, endTogether, exitOf, start } from './children.ts'
import { prepareState } from './local-state.ts'
import { CONFIG, OperatorError, readSettings, requireFreePort, runCommand } from './settings.ts'

await runCommand(async () => {
  endTogether()
  const { port, stateDir, vars } = readSettings()
  await requireFreePort(port)
  requireBindings(CONFIG)
  console.log(`Preparing local data in ${stateDir} …`)
  await prepareState(stateDir)
  // app.config.ts reads STATE_DIR and the vars from the environment.
  const site = start('vite', ['dev', '--config', 'app.config.ts', '--port', String(port), '--strictPort'], {
    ...vars,
    STATE_DIR: stateDir,
  })
  eachLine(site, (line) => console.log(line))
  const ended = await exitOf(site)
  throw new OperatorError(`The site has ended (${ended}); what it printed stands above.`)
})
process.exit()
