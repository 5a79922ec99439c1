import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { announceChange, CONTENT_KEY, contentOf } from '../lists/content-version.ts'
import { contentObject } from '../attachments/content-file.ts'
import { archiveSchema, mergeStatements, TABLES, type Archive, type Row } from './board/archive.ts'
import { withLocalState } from './local-state.ts'
import { queryRemote, run } from './programs.ts'
import { OperatorError, readSettings, runCommand } from './settings.ts'
import { sqlText, type Statement } from './sql-text.ts'
import { readWorkerConfig } from './worker-config.ts'

const USAGE = `npm run board -- export FILE
npm run board -- import FILE
Add --remote for the deployed site. Without it, the local one in STATE_DIR (.wrangler/state).`

/** The storage of the local or the deployed site. */
interface Storage {
  query(sql: string): Promise<Row[]>
  execute(statements: Statement[]): Promise<void>
  readFile(key: string): Promise<Uint8Array>
  writeFile(key: string, bytes: Uint8Array): Promise<void>
  /** Tells the running site that its boards have changed. */
  announce(): Promise<void>
}

function local(stateDir: string): Storage {
  return {
    query: (sql) => withLocalState(stateDir, async ({ DB }) => (await DB.prepare(sql).all<Row>()).results),
    execute: (statements) =>
      withLocalState(stateDir, async ({ DB }) => {
        await DB.batch(statements.map(([sql, values]) => DB.prepare(sql).bind(...values)))
      }),
    readFile: (key) =>
      withLocalState(stateDir, async ({ FILES }) => {
        const object = await FILES.get(contentObject(key))
        if (!object) throw new OperatorError(`The file ${key} is missing in the storage.`)
        return new Uint8Array(await object.arrayBuffer())
      }),
    writeFile: (key, bytes) =>
      withLocalState(stateDir, async ({ FILES }) => {
        await FILES.put(contentObject(key), bytes)
      }),
    announce: () => withLocalState(stateDir, (bindings) => announceChange(bindings)),
  }
}

/** Gives a temporary file to `use`. */
async function withFile<T>(use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-board-'))
  try {
    return await use(join(folder, 'file'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function remote(): Storage {
  const bucket = readWorkerConfig().r2_buckets.find(({ binding }) => binding === 'FILES')?.bucket_name ?? ''
  const r2 = (action: 'get' | 'put', key: string, file: string) =>
    run(
      'wrangler',
      ['r2', 'object', action, `${bucket}/${contentObject(key)}`, '--file', file, '--remote'],
      'The access to the deployed files',
    )
  return {
    query: queryRemote,
    execute: (statements) =>
      withFile(async (file) => {
        await writeFile(file, statements.map(sqlText).join('\n'))
        const args = ['d1', 'execute', 'DB', '--remote', '--yes', '--file', file]
        await run('wrangler', args, 'The import into the deployed database')
      }),
    readFile: (key) =>
      withFile(async (file) => {
        await r2('get', key, file)
        return readFile(file)
      }),
    writeFile: (key, bytes) =>
      withFile(async (file) => {
        await writeFile(file, bytes)
        await r2('put', key, file)
      }),
    async announce() {
      const [row] = await queryRemote('SELECT number FROM content_version')
      const scheduled = await queryRemote(
        `SELECT DISTINCT published_at FROM board_item WHERE published_at > '${new Date().toISOString()}' AND withdrawn_at IS NULL ORDER BY published_at LIMIT 500`,
      )
      const content = {
        number: Number(row?.number ?? 0),
        scheduled: scheduled.map(({ published_at }) => Date.parse(String(published_at))),
      } satisfies Awaited<ReturnType<typeof contentOf>>
      await withFile(async (file) => {
        await writeFile(file, JSON.stringify(content))
        const args = ['kv', 'key', 'put', CONTENT_KEY, '--path', file, '--binding', 'CACHE', '--remote']
        await run('wrangler', args, 'The announcement of the import')
      })
    },
  }
}

async function exportTo(storage: Storage, path: string): Promise<void> {
  const tables: Record<string, Row[]> = {}
  for (const [name, { columns }] of Object.entries(TABLES))
    tables[name] = await storage.query(`SELECT ${columns.join(', ')} FROM ${name}`)
  const files: Archive['files'] = {}
  for (const { file_key } of tables.content_file ?? [])
    files[String(file_key)] = Buffer.from(await storage.readFile(String(file_key))).toString('base64')
  const archive: Archive = { format: 'boards', version: 1, exported_at: new Date().toISOString(), tables, files }
  await writeFile(path, `${JSON.stringify(archive, null, 2)}\n`)
  console.log(`${counts(archive)} exported to ${path}.`)
}

async function importFrom(storage: Storage, path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`${path} cannot be read.`)
  })
  const archive = readArchive(text, path)
  for (const [key, base64] of Object.entries(archive.files)) await storage.writeFile(key, Buffer.from(base64, 'base64'))
  await storage.execute(mergeStatements(archive))
  await storage.announce()
  console.log(`${counts(archive)} imported. A running site follows within 60 seconds.`)
}

/** @throws OperatorError that says where the file is no archive */
function readArchive(text: string, path: string): Archive {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new OperatorError(`${path} is not JSON.`)
  }
  const result = archiveSchema.safeParse(json)
  if (result.success) return result.data
  const faults = result.error.issues.slice(0, 5).map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new OperatorError(`${path} is not an export of the boards; nothing was changed:\n${faults.join('\n')}`)
}

const counts = ({ tables, files }: Archive): string =>
  `${tables.board_item?.length ?? 0} entries, ${tables.board_version?.length ?? 0} versions, ${tables.board_draft?.length ?? 0} drafts, ${tables.download?.length ?? 0} documents and ${Object.keys(files).length} files`

await runCommand(async () => {
  const [action, file, ...more] = process.argv.slice(2).filter((argument) => argument !== '--remote')
  const storage = process.argv.includes('--remote') ? remote() : local(readSettings().stateDir)
  if (file === undefined || more.length > 0 || (action !== 'export' && action !== 'import'))
    throw new OperatorError(USAGE)
  await (action === 'export' ? exportTo(storage, file) : importFrom(storage, file))
})
