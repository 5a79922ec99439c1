import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { restoreArchive, writeArchive } from '../../functions/cli/backup-archive.ts'
import { serve, type ServedSite } from '../../functions/cli/built-site.ts'
import {
  applyMigrations,
  migrationNames,
  prepareState,
  type StorageBindings,
  withLocalState,
} from '../../functions/cli/local-state.ts'
import { OperatorError } from '../../functions/cli/settings.ts'
import { localSite } from '../../functions/cli/site.ts'
import { withLocalCommands } from '../../functions/cli/type-command.ts'
import { appliedMigrations } from '../../functions/database/migrations.ts'
import { searchExpression } from '../../functions/database/search-words.ts'
import { readTables } from '../../functions/database/all-tables.ts'
import { NIL_UUID } from '../../functions/contract/attachments.ts'
import type { FileRecord } from '../../functions/contract/attachments.ts'
import { MAINTENANCE_KEY } from '../../functions/contract/maintenance.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { freePort } from '../support/free-port.ts'
import { PREVIOUS_RELEASE } from '../support/previous-release.ts'
import { addRecord } from '../support/record-row.ts'
import { pdf } from '../support/sample-files.ts'
import { SALES } from '../support/visitor-calls.ts'

/*
 * A site is filled, backed up, destroyed and restored, by the operator's own commands. What a command would refuse is asked of the
 * functions behind it: a process for each takes seconds.
 */

const PROOF = { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't' }
let folder: string
let upstream: FakeUpstream
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vcp-x-backup-test-'))
  upstream = await startFakeUpstream()
})
afterAll(async () => {
  await upstream.close()
  await rm(folder, { recursive: true, force: true })
})

const command = (name: string, stateDir: string, ...args: string[]) =>
  spawnSync(process.execPath, ['--no-warnings', 'functions/cli/command.js', name, ...args], {
    encoding: 'utf8',
    env: { ...process.env, STATE_DIR: stateDir },
  })
const begin = async (stateDir: string, origin = '') =>
  serve({
    port: await freePort(),
    stateDir,
    vars: {
      UPSTREAM_URL: origin,
      UPSTREAM_TIMEOUT_MS: '3000',
      UPSTREAM_DELIVERY_TIMEOUT_MS: '30000',
      ADMIN_TOKEN: '',
      MAIL_FROM: '',
    },
  })
const data = async <T>(answer: Response): Promise<T> => ((await answer.json()) as { data: T }).data

async function upload({ origin }: ServedSite, name: string): Promise<Response> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ company_id: NIL_UUID, file_id: '', acl: 'private' }))
    form.set(field, value)
  form.set('files', pdf(name, 70_000))
  return fetch(`${origin}/api/file/upload`, { method: 'POST', body: form, headers: PROOF })
}
const send = async ({ origin }: ServedSite, body: object) =>
  data<{ receipt: string; state: string }>(
    await fetch(`${origin}/api/board/inquiry`, {
      method: 'POST',
      body: JSON.stringify({ ...SALES, ...body }),
      headers: { 'content-type': 'application/json', ...PROOF },
    }),
  )
const stateOf = async ({ origin }: ServedSite, receipt: string) =>
  (await data<{ state: string }>(await fetch(`${origin}/api/board/inquiry/${receipt}`))).state

/** Everything that is stored, but for the outboxes and what expires. */
const contents = async ({ DB, CACHE, FILES }: StorageBindings) => ({
  tables: await readTables(DB),
  schema: (await DB.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all()).results,
  found: await DB.prepare('SELECT count(*) AS n FROM inquiry_search WHERE inquiry_search MATCH ?')
    .bind(searchExpression('visitor'))
    .first('n'),
  maintenance: await CACHE.get(MAINTENANCE_KEY),
  objects: await Promise.all(
    (await FILES.list({ include: ['customMetadata'] })).objects.map(async ({ key, size, customMetadata }) => ({
      key,
      size,
      customMetadata,
      etag: (await FILES.head(key))?.etag,
    })),
  ),
})
/** What a backup or a restore is refused with. */
const refusal = (deed: Promise<unknown>) =>
  deed.then(
    () => 'not refused',
    (error: unknown) =>
      error instanceof OperatorError ? error.message : `no sentence for operators: ${String(error)}`,
  )

test('a backup restores the same site, paused: boards, receipts, files, maintenance, and a queue that delivers once it is resumed', async () => {
  const [stateDir, restored, file] = [join(folder, 'one'), join(folder, 'two'), join(folder, 'site.tar')]
  await prepareState(stateDir)

  const embedded = await begin(stateDir)
  const reference = await data<string>(await upload(embedded, '제안.pdf'))
  const delivered = await send(embedded, { file_ref_id: reference })
  expect(delivered.state).toBe('delivered')
  await embedded.close()

  // The same site before a remote upstream that is down: one inquiry waits with its file, one was given up.
  upstream.faults.set('*', { kind: 'status', status: 503 })
  const remote = await begin(stateDir, upstream.origin)
  const { held } = (await (await upload(remote, 'late.pdf')).json()) as { held: string }
  const queued = await send(remote, { subject: 'queued', held_files: [held] })
  expect(queued.state).toBe('queued')
  await remote.close()
  const { ids, before } = await withLocalState(stateDir, async (bindings) => {
    const { DB, CACHE } = bindings
    const start = new Date(Date.now() + 86_400_000).toISOString()
    await CACHE.put(MAINTENANCE_KEY, JSON.stringify({ start, hours: 3, reason_ko: '점검', reason_en: 'Works' }))
    await addRecord(DB, { receipt: crypto.randomUUID(), state: 'undelivered' })
    // Two inquiries of the same millisecond: their ids differ by less than a number of JavaScript can tell.
    await DB.prepare(
      'UPDATE inquiry SET id = (SELECT min(id) + 1 FROM inquiry) WHERE id = (SELECT max(id) FROM inquiry)',
    ).run()
    const { results } = await DB.prepare('SELECT CAST(id AS TEXT) AS id FROM inquiry ORDER BY id').all()
    return { ids: results, before: await contents(bindings) }
  })
  expect(before.tables.find(({ name }) => name === 'inquiry')?.rows).toEqual(
    ids.map((id) => expect.objectContaining(id)),
  )
  expect(before.objects.map(({ key }) => key.split('/')[0])).toEqual(expect.arrayContaining(['files', 'held']))
  const backup = command('backup', stateDir, file)
  expect(backup.stderr).toBe('')
  expect(backup.stdout).toContain('1 outbox(es), 1 setting(s)')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await withLocalState(stateDir, async (bindings) =>
    expect(await refusal(writeArchive(localSite(stateDir, bindings), file))).toContain('exists already'),
  )
  await rm(stateDir, { recursive: true })

  const restoring = command('restore', restored, file)
  expect([restoring.stderr, restoring.stdout]).toEqual(['', expect.stringContaining('It is paused')])
  const after = await withLocalState(restored, async (bindings) => {
    const found = await contents(bindings)
    expect(await refusal(restoreArchive(localSite(restored, bindings), file))).toContain('is not empty')
    return found
  })
  expect({ ...after, tables: after.tables.filter(({ name }) => name !== 'pause') }).toEqual({
    ...before,
    tables: before.tables.filter(({ name }) => name !== 'pause'),
  })

  upstream.faults.clear()
  const refused = upstream.callsOf('board/inquiry').length
  const returned = await begin(restored, upstream.origin)
  const meanwhile = await send(returned, { subject: 'meanwhile' })
  expect(meanwhile.state).toBe('queued')
  expect(await (await fetch(`${returned.origin}/readyz`)).json()).toMatchObject({
    checks: expect.arrayContaining([{ name: 'pause', ok: false, detail: expect.stringContaining('sends nothing') }]),
  })
  expect(upstream.callsOf('board/inquiry')).toHaveLength(refused)
  const told = vi.spyOn(console, 'error').mockReturnValue()
  await withLocalCommands(restored, (type) =>
    // Its outbox writes the row in the background.
    expect
      .poll(async () => (await type('export', { after: null, size: 50 })).rows, { timeout: 30_000 })
      .toContainEqual(expect.objectContaining({ state: 'queued', subject: 'meanwhile' })),
  )
  const paused = told.mock.calls.filter(([line]) => String(line).includes('npm run inquiries -- --resume'))
  expect(paused, 'said once').toHaveLength(1)
  told.mockRestore()
  await returned.close()
  // No site runs: whoever types the command starts one that sends nothing.
  expect(command('inquiries', restored, '--resume').stdout).toContain('resumed')
  expect(upstream.callsOf('board/inquiry')).toHaveLength(refused)
  const resumed = await begin(restored, upstream.origin)
  for (const { receipt } of [queued, meanwhile])
    await vi.waitFor(async () => expect(await stateOf(resumed, receipt)).toBe('delivered'), {
      timeout: 90_000,
      interval: 500,
    })
  await resumed.close()
  const inquiry = upstream.inquiries.find(({ body }) => body.subject === 'queued')
  expect(upstream.inquiries).toHaveLength(2)
  expect(upstream.files.get(String(inquiry?.body.file_ref_id))?.[0]?.part.filename).toBe('late.pdf')

  const again = await begin(restored)
  expect(await stateOf(again, delivered.receipt)).toBe('delivered')
  const headers = { 'content-type': 'application/json', ...PROOF }
  const body = JSON.stringify({ file_id: reference })
  const selected = await fetch(`${again.origin}/api/file/select`, { method: 'POST', body, headers })
  const [record] = await data<FileRecord[]>(selected)
  const download = await fetch(`${again.origin}/api/file/read/${record?.file_key}/download`)
  expect((await download.bytes()).length).toBe(70_000)
  await again.close()
}, 400_000)

test('a backup of an older release is upgraded as that release would be', async () => {
  const [older, newer, file] = [join(folder, 'older'), join(folder, 'newer'), join(folder, 'older.tar')]
  await withLocalState(older, async (bindings) => {
    const { DB } = bindings
    await applyMigrations(
      DB,
      (await migrationNames()).filter((name) => name < '0008'),
    )
    for (const { sql, values = [] } of PREVIOUS_RELEASE.filter((one) => one.sql.startsWith('INSERT')))
      await DB.prepare(sql)
        .bind(...values)
        .run()
    await writeArchive(localSite(older, bindings), file)
  })
  await withLocalState(newer, async (bindings) => {
    await restoreArchive(localSite(newer, bindings), file)
    const { DB } = bindings
    expect(await appliedMigrations(DB)).toEqual(await migrationNames())
    const { results } = await DB.prepare('SELECT receipt FROM inquiry ORDER BY receipt').all()
    expect(results).toEqual([{ receipt: 'receipt' }, { receipt: 'undelivered' }])
  })
})

test('another file, no file and no site are refused in one line', async () => {
  const stateDir = join(folder, 'four')
  await withLocalState(stateDir, async (bindings) => {
    const site = localSite(stateDir, bindings)
    for (const file of ['package.json', 'nowhere.tar']) {
      const refused = await refusal(restoreArchive(site, file))
      expect([refused.split('\n').length, refused.includes(file)]).toEqual([1, true])
    }
    expect(await refusal(writeArchive(site, join(folder, 'empty.tar')))).toContain('There is no site')
  })
})
