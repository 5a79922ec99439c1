import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readWorkerConfig, requireBindings } from './bindings.ts'
import { endTogether, run } from './children.ts'
import { FILLED_SQL, firstContentSql } from './first-content.ts'
import { queryRemote } from './remote-database.ts'
import { BUILT_CONFIG, CONFIG, runCommand } from './settings.ts'

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, 'first-content': { type: 'boolean', default: false } },
})

const databases = z.array(z.object({ name: z.string() }))

/** Whether an earlier deployment has made the database. */
async function databaseExists(): Promise<boolean> {
  const ours = readWorkerConfig(CONFIG).d1_databases.map((database) => database.database_name)
  const printed = await run('wrangler', ['d1', 'list', '--json'], 'The look at the databases')
  return databases.parse(JSON.parse(printed.slice(printed.indexOf('[')))).some(({ name }) => ours.includes(name))
}

const migrate = async () =>
  console.log(
    await run('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote', '--config', BUILT_CONFIG], 'The migrations'),
  )

/** Fills the deployed boards where they are empty. */
async function fillBoards(): Promise<void> {
  if ((await queryRemote(FILLED_SQL)).length > 0)
    return console.log('The boards hold entries already; the first content stays out.')
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-first-content-'))
  try {
    const file = join(folder, 'first-content.sql')
    await writeFile(file, (await firstContentSql(new Date())).join('\n'))
    console.log(
      await run(
        'wrangler',
        ['d1', 'execute', 'DB', '--remote', '--yes', '--file', file, '--config', BUILT_CONFIG],
        'The first content',
      ),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await runCommand(async () => {
  endTogether()
  requireBindings(CONFIG)
  console.log('Building …')
  await run('vite', ['build', '--config', 'app.config.ts'], 'The build')
  if (values['dry-run']) {
    console.log(await run('wrangler', ['deploy', '--config', BUILT_CONFIG, '--dry-run'], 'The dry run'))
    return
  }
  // New tables come before the code that reads them. Only the first deployment makes the database itself.
  const exists = await databaseExists()
  if (exists) await migrate()
  console.log(await run('wrangler', ['deploy', '--config', BUILT_CONFIG], 'The deployment'))
  if (!exists) await migrate()
  if (values['first-content']) await fillBoards()
})
process.exit()
