import { parseArgs } from 'node:util'
import { run } from './children.ts'
import { requireBindings } from './bindings.ts'
import { BUILT_CONFIG, CONFIG, runCommand } from './settings.ts'

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })

await runCommand(async () => {
  await run('vite', ['build', '--config', 'app.config.ts'], 'The build')
  requireBindings(CONFIG)
  if (values['dry-run']) {
    console.log(await run('wrangler', ['deploy', '--config', BUILT_CONFIG, '--dry-run'], 'The dry run'))
    return
  }
  console.log(await run('wrangler', ['deploy', '--config', BUILT_CONFIG], 'The deployment'))
  console.log(await run('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote', '--config', BUILT_CONFIG], 'The migrations'))
})
