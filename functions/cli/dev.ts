import { join } from 'node:path'
import { createServer } from 'vite'
import { fireCrons } from './crons.ts'
import { prepareState } from './local-state.ts'
import { clearRegistry, registryOf, requireStartable } from './running-site.ts'
import { requireNoArguments } from './arguments.ts'
import { readyLines } from './ready-lines.ts'
import { runCommand } from './run-command.ts'
import { readSettings, ROOT } from './settings.ts'
import { requireBindings, requireSettings } from './worker-config.ts'

await runCommand(
  async () => {
    requireNoArguments()
    const settings = readSettings()
    const { port, stateDir, vars } = settings
    await requireStartable(settings)
    requireBindings()
    requireSettings(vars)
    console.log(`Preparing local data in ${stateDir} …`)
    await prepareState(stateDir)
    // app.config.ts reads them.
    Object.assign(process.env, vars, { STATE_DIR: stateDir })
    await clearRegistry(stateDir)
    process.env.CLOUDFLARE_DEV_REGISTRY_PATH = registryOf(stateDir)
    const server = await createServer({ configFile: join(ROOT, 'app.config.ts'), server: { port, strictPort: true } })
    await server.listen()
    console.log(await readyLines(`http://127.0.0.1:${port}`, settings))
    fireCrons(`http://127.0.0.1:${port}`)
  },
  { isServer: true },
)
