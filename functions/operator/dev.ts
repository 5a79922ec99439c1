import { eachLine, endTogether, start } from './children.ts'
import { prepareState } from './local-state.ts'
import { readSettings, requireFreePort, runCommand } from './settings.ts'

await runCommand(async () => {
  const settings = readSettings()
  await requireFreePort(settings.port)
  await prepareState(settings.stateDir)
  // app.config.ts reads STATE_DIR and the vars from the environment.
  const site = start('vite', ['dev', '--config', 'app.config.ts', '--port', String(settings.port), '--strictPort'], { ...settings.vars, STATE_DIR: settings.stateDir })
  endTogether(site)
  eachLine(site, (line) => console.log(line))
  await new Promise((done) => site.once('exit', done))
})
process.exit()
