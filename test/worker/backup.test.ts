import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, globSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { packTar, unpackTar } from 'modern-tar/fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeArchive } from '../../functions/cli/backup-steps.ts'
import { restoreArchive } from '../../functions/cli/restore-steps.ts'
import { serve, type ServedSite } from '../../functions/cli/built-site.ts'
import { prepareState, type StorageBindings, withLocalState } from '../../functions/cli/local-state.ts'
import { OperatorError } from '../../functions/cli/run-command.ts'
import { localSite } from '../../functions/cli/site.ts'
import { withLocalCommands } from '../../functions/cli/type-command.ts'
import { searchExpression } from '../../functions/database/inquiry-search-words.ts'
import { rowsAsSql } from '../../functions/database/all-tables.ts'
import { NIL_UUID } from '../../functions/contract/attachments.ts'
import type { FileRecord } from '../../functions/contract/attachments.ts'
import { MAINTENANCE_KEY } from '../../functions/contract/maintenance.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { freePort } from '../support/free-port.ts'
import { addInquiry } from '../support/inquiry-row.ts'
import { ADMIN_TOKEN, signIn } from '../support/operator.ts'
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
      ADMIN_TOKEN,
      MAIL_FROM: '',
    },
  })
/** Destroys an inquiry, as an operator does in a browser. */
async function destroy({ origin }: ServedSite, receipt: string): Promise<void> {
  const operator = await signIn({
    fetch: (address, init) =>
      fetch(address.replace('http://127.0.0.1', origin), { ...init, headers: { ...init?.headers, origin } }),
  })
  const { status } = await operator.post(`/admin/inquiries/${receipt}`, { action: 'destroy' })
  expect(status).toBe(303)
}
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

const rowsOf = async (db: D1Database) => {
  const rows: string[] = []
  for await (const row of rowsAsSql(db)) rows.push(row)
  return rows
}

/** Everything that is stored, but for what expires. */
const contents = async ({ DB, CACHE, FILES }: StorageBindings) => ({
  rows: await rowsOf(DB),
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
const refusal = (command: Promise<unknown>) =>
  command.then(
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
  const before = await withLocalState(stateDir, async (bindings) => {
    const { DB, CACHE } = bindings
    const start = new Date(Date.now() + 86_400_000).toISOString()
    await CACHE.put(MAINTENANCE_KEY, JSON.stringify({ start, hours: 3, reason_ko: '점검', reason_en: 'Works' }))
    await addInquiry(DB, { receipt: crypto.randomUUID() }, { state: 'undelivered' })
    return contents(bindings)
  })
  expect(before.objects.map(({ key }) => key.split('/')[0])).toEqual(expect.arrayContaining(['files']))
  const backup = command('backup', stateDir, file)
  expect(backup.stderr).toBe('')
  expect(backup.stdout).toContain('1 setting(s)')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await withLocalState(stateDir, async (bindings) =>
    expect(await refusal(writeArchive(localSite(stateDir, bindings), file))).toContain('exists already'),
  )
  await rm(stateDir, { recursive: true })

  const restoring = command('restore', restored, file)
  expect([restoring.stderr, restoring.stdout]).toEqual(['', expect.stringContaining('It is paused')])
  expect(restoring.stdout).toContain('Nothing here says what was destroyed since the backup')
  const after = await withLocalState(restored, async (bindings) => {
    const found = await contents(bindings)
    expect(await refusal(restoreArchive(localSite(restored, bindings), file))).toContain('is not empty')
    return found
  })
  expect(after).toEqual(before)

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
  // As if the pauses between attempts were over.
  await withLocalState(restored, ({ DB }) => DB.prepare('UPDATE inquiry SET next_at = 0').run())
  const resumed = await begin(restored, upstream.origin)
  for (const { receipt } of [queued, meanwhile])
    await vi.waitFor(
      async () => {
        await fetch(`${resumed.origin}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent('* * * * *')}`)
        expect(await stateOf(resumed, receipt)).toBe('delivered')
      },
      {
        timeout: 90_000,
        interval: 500,
      },
    )
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

/** A state with a row, a file and a setting, and its backup; made once. */
const small = (() => {
  let made: Promise<{ file: string; stateDir: string }> | undefined
  return () =>
    (made ??= (async () => {
      const [stateDir, file] = [join(folder, 'small'), join(folder, 'small.tar')]
      await prepareState(stateDir)
      await withLocalState(stateDir, async (bindings) => {
        await bindings.CACHE.put(MAINTENANCE_KEY, '{}')
        await bindings.FILES.put('files/a/0', 'bytes of a file '.repeat(5000))
        await writeArchive(localSite(stateDir, bindings), file)
      })
      return { file, stateDir }
    })())
})()

/** Whether a state holds nothing that a restore writes. */
const isEmpty = async ({ DB, CACHE, FILES }: StorageBindings) =>
  (await DB.prepare('SELECT count(*) AS n FROM board_item').first('n')) === 0 &&
  (await DB.prepare('SELECT count(*) AS n FROM pause').first('n')) === 0 &&
  (await CACHE.list()).keys.length === 0 &&
  (await FILES.list()).objects.length === 0

test('a backup that is cut or damaged anywhere is refused in one sentence, before anything is written', async () => {
  const { file } = await small()
  const bytes = await readFile(file)
  const [target, broken] = [join(folder, 'refused'), join(folder, 'broken.tar')]
  await withLocalState(target, async (bindings) => {
    const refused = async (wrong: Buffer) => {
      await writeFile(broken, wrong)
      const sentence = await refusal(restoreArchive(localSite(target, bindings), broken))
      expect(sentence).toMatch(/broken\.tar (?:is damaged|is cut|is no backup)/)
      expect(sentence.split('\n')).toHaveLength(1)
    }
    // At ends of blocks and within them. What follows the last byte is the tar's own end.
    const end = bytes.findLastIndex((byte) => byte !== 0)
    for (let size = 0; size < end; size += 512 * 7 + 100) await refused(bytes.subarray(0, size))
    await refused(bytes.subarray(0, end))
    // One other byte in each member: in the manifest, rows, settings, list and file.
    for (const words of ['created_at', 'INSERT INTO "board_item"', '"maintenance', 'files/a/0"', 'bytes of a file'])
      await refused(withOtherByte(bytes, bytes.lastIndexOf(words) + 2))
    await restoreArchive(localSite(target, bindings), file)
    expect(await isEmpty(bindings)).toBe(false)
  })
}, 120_000)

const withOtherByte = (bytes: Buffer, at: number) => {
  expect(at).toBeGreaterThan(1)
  const other = Buffer.from(bytes)
  other[at] = (other[at] ?? 0) ^ 1
  return other
}

/** A backup with other rows and a manifest that is right for them. */
async function withOtherRows(file: string, change: (sql: string) => string): Promise<string> {
  const inside = join(folder, crypto.randomUUID())
  await mkdir(inside)
  await pipeline(createReadStream(file), unpackTar(inside))
  const sql = change(await readFile(join(inside, 'd1.sql'), 'utf8'))
  const manifest = JSON.parse(await readFile(join(inside, 'manifest.json'), 'utf8'))
  manifest.members['d1.sql'] = { size: Buffer.byteLength(sql), sha256: createHash('sha256').update(sql).digest('hex') }
  await writeFile(join(inside, 'd1.sql'), sql)
  await writeFile(join(inside, 'manifest.json'), JSON.stringify(manifest))
  await pipeline(packTar(inside), createWriteStream(`${inside}.tar`))
  return `${inside}.tar`
}

test('a restore that fails or ends half-way leaves an empty site, and the next one goes its way', async () => {
  const { file } = await small()
  const target = join(folder, 'half-way')
  const wrong = await withOtherRows(file, (sql) => `${sql}INSERT INTO "board_item" ("board_uuid") VALUES ('x');\n`)
  await withLocalState(target, async (bindings) => {
    const site = localSite(target, bindings)
    expect(await refusal(restoreArchive(site, wrong))).toMatch(
      /^The restore failed: .*NOT NULL.*half-way is empty again\.$/,
    )
    expect(await isEmpty(bindings)).toBe(true)
    // As a process leaves it that was killed.
    await bindings.FILES.put('restore-unfinished', new Date().toISOString())
    await bindings.FILES.put('files/left', 'x')
    await bindings.DB.prepare("INSERT INTO pause (since) VALUES ('2026-11-27')").run()
    await restoreArchive(site, file)
    expect((await bindings.FILES.list()).objects.map(({ key }) => key)).toEqual(['files/a/0'])
    expect(await bindings.DB.prepare('SELECT since FROM pause').first('since')).not.toBe('2026-11-27')
  })
})

test('what a restore has left that was killed is not deleted where a visitor has sent an inquiry since', async () => {
  const { file } = await small()
  const target = join(folder, 'in-use')
  await withLocalState(target, async (bindings) => {
    const site = localSite(target, bindings)
    await restoreArchive(site, file)
    await bindings.FILES.put('restore-unfinished', new Date(Date.now() - 1000).toISOString())
    const receipt = crypto.randomUUID()
    await addInquiry(bindings.DB, { receipt })
    expect(await refusal(restoreArchive(site, file))).toContain('inquiries that visitors have sent since')
    expect(await bindings.DB.prepare('SELECT receipt FROM inquiry').first('receipt')).toBe(receipt)
  })
})

test('a backup of other tables is refused, and names the release', async () => {
  const { file } = await small()
  const inside = join(folder, 'other-release')
  await mkdir(inside)
  await pipeline(createReadStream(file), unpackTar(inside))
  const manifest = JSON.parse(await readFile(join(inside, 'manifest.json'), 'utf8'))
  manifest.migrations.push('0099_later.sql')
  await writeFile(join(inside, 'manifest.json'), JSON.stringify(manifest))
  await pipeline(packTar(inside), createWriteStream(`${inside}.tar`))
  await withLocalState(join(folder, 'target'), async (bindings) => {
    const site = localSite(join(folder, 'target'), bindings)
    expect(await refusal(restoreArchive(site, `${inside}.tar`))).toContain('its tables are those of 0099_later.sql')
    expect(await isEmpty(bindings)).toBe(true)
  })
})

test('a backup that a signal ends leaves nothing: no file, no part, no temporary folder', async () => {
  const { stateDir } = await small()
  const [out, temporary] = [join(folder, 'out'), join(folder, 'tmp')]
  await Promise.all([out, temporary].map((path) => mkdir(path)))
  const child = spawn(process.execPath, ['functions/cli/command.js', 'backup', join(out, 'site.tar')], {
    env: { ...process.env, STATE_DIR: stateDir, TMPDIR: temporary },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  while (!(await readdir(temporary)).some((name) => name.startsWith('vcp-x-')) && child.exitCode === null)
    await sleep(1)
  child.kill('SIGTERM')
  expect(await ended).toEqual([143, null])
  expect(await readdir(out)).toEqual([])
  expect((await readdir(temporary)).filter((name) => name.startsWith('vcp-x-'))).toEqual([])
})

test('what was destroyed is in no byte of a later backup and of the local state, and stays destroyed after a restore of an older one', async () => {
  const [stateDir, target] = [join(folder, 'destroying'), join(folder, 'destroyed')]
  const [older, later] = [join(folder, 'older.tar'), join(folder, 'later.tar')]
  await prepareState(stateDir)
  const site = await begin(stateDir)
  const secret = 'unmistakable-words-of-one-visitor'
  const reference = await data<string>(await upload(site, `${secret}.pdf`))
  const { receipt } = await send(site, {
    subject: secret,
    content: `${secret} again, and some more`,
    file_ref_id: reference,
  })
  const other = await send(site, { subject: 'of somebody else' })
  const backup = (file: string) =>
    withLocalState(stateDir, (bindings) => writeArchive(localSite(stateDir, bindings), file))
  await backup(older)
  expect((await readFile(older)).includes(secret)).toBe(true)
  vi.spyOn(console, 'error').mockReturnValue()
  await destroy(site, receipt)
  await site.close()
  await backup(later)
  // A write-ahead log is emptied with the next start.
  const files = [later, ...globSync(`${stateDir}/**`).filter((path) => !path.endsWith('-wal'))]
  const named: string[] = []
  for (const path of files) if ((await stat(path)).isFile() && (await readFile(path)).includes(secret)) named.push(path)
  expect(files.length).toBeGreaterThan(5)
  expect(named).toEqual([])

  // Into a site whose bucket already knows: the list of the archive is older.
  await withLocalState(target, async (bindings) => {
    await bindings.FILES.put(`destroyed/${receipt}/of-the-site`, '')
    expect(await restoreArchive(localSite(target, bindings), older)).toMatchObject({
      destroyed: 1,
      unlistedSince: null,
    })
    const { results } = await bindings.DB.prepare('SELECT receipt, state, subject FROM inquiry ORDER BY id').all()
    expect(results).toEqual([
      { receipt, state: 'destroyed', subject: null },
      { receipt: other.receipt, state: 'new', subject: 'of somebody else' },
    ])
    const keys = (await bindings.FILES.list()).objects.map(({ key }) => key)
    expect(keys).toContain(`destroyed/${receipt}/of-the-site`)
    expect(keys.filter((key) => !key.startsWith(`destroyed/${receipt}/`))).toEqual([])
    expect(await bindings.DB.prepare('SELECT count(*) AS n FROM pause').first('n')).toBe(1)
  })

  // After a year the list forgets.
  const late = join(folder, 'late')
  await withLocalState(late, async (bindings) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 24 * 3_600_000 })
    const refused = await refusal(restoreArchive(localSite(late, bindings), older)).finally(() => vi.useRealTimers())
    expect(refused).toContain('a year old')
    expect((await bindings.FILES.list()).objects).toEqual([])
  })
}, 120_000)

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
