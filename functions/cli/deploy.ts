import { parseArgs } from 'node:util'
import { registry } from '../brand/registry.ts'
import { checkAdmin, checkReady } from './admin-check.ts'
import { placeholdersOf } from './brand/checks.ts'
import { build } from './built-site.ts'
import { withDeployedState } from './deployed-state.ts'
import { loadFirstContent } from './first-content.ts'
import { run } from './programs.ts'
import { BUILT_CONFIG, OperatorError, runCommand } from './settings.ts'
import { withCommands } from './type-command.ts'
import { readWorkerConfig, requireBindings, requireSettings } from './worker-config.ts'

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    'first-content': { type: 'boolean', default: false },
    rotate: { type: 'boolean', default: false },
    check: { type: 'string' },
  },
})

/** Runs wrangler on the built Worker and prints its output. */
const wrangler = async (what: string, ...args: string[]) =>
  console.log(await run('wrangler', [...args, '--config', BUILT_CONFIG], what))

const migrate = () => wrangler('Applying the migrations', 'd1', 'migrations', 'apply', 'DB', '--remote')

/** Whether an earlier deployment has created the database. */
async function databaseExists(): Promise<boolean> {
  const ours = readWorkerConfig().d1_databases.map(({ database_name }) => database_name)
  const printed = await run('wrangler', ['d1', 'list', '--json'], 'Listing the databases')
  const databases = JSON.parse(printed.slice(printed.indexOf('['))) as { name: string }[]
  return databases.some(({ name }) => ours.includes(name))
}

/** Fills the deployed boards, if they are empty, with what is true on every installation. */
async function fillBoards(): Promise<void> {
  const entries = await withDeployedState('CommandLine', ({ DB }) =>
    loadFirstContent(DB, new Date(), { ofAnySite: true }),
  )
  console.log(
    entries === 0
      ? 'The boards already have entries, so the first content is left out.'
      : `${entries} board entries written.`,
  )
}

/** @throws OperatorError that lists each setting of the registry that only the customer knows and that is not filled in */
function requireRealBrands(): void {
  const lines = [registry.default, ...registry.partners].flatMap((entry) => {
    const settings = placeholdersOf(entry)
    return settings.length > 0 ? [`  ${entry.id}: ${settings.join(', ')}`] : []
  })
  if (lines.length > 0)
    throw new OperatorError(
      `functions/brand/registry.ts still has placeholders. Fill them in, or remove the brand, before you deploy:\n${lines.join('\n')}`,
    )
}

await runCommand(async () => {
  if (values.check !== undefined) {
    await checkAdmin(values.check)
    return checkReady(values.check)
  }
  if (values.rotate) {
    await withCommands(true, (type) => type('rotate-keys', {}))
    return console.log('The signing key is replaced. What the old one signed stays valid for as long as it was signed.')
  }
  if (!values['dry-run']) requireRealBrands()
  requireBindings()
  requireSettings()
  console.log('Building …')
  await build()
  if (values['dry-run']) return wrangler('The dry run', 'deploy', '--dry-run')
  // New tables must exist before the code that reads them. The first deployment creates the database.
  const exists = await databaseExists()
  if (exists) await migrate()
  await wrangler('The deployment', 'deploy')
  if (!exists) await migrate()
  if (values['first-content']) await fillBoards()
})
