import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { restoreArchive, writeArchive } from '../../functions/cli/backup-archive.ts'
import { remoteConfig } from '../../functions/cli/deployed-state.ts'
import { applyMigrations, type StorageBindings, withLocalState } from '../../functions/cli/local-state.ts'
import { deployedSite, localSite } from '../../functions/cli/site.ts'
import type { ReceiptState } from '../../functions/contract/inquiry-body.ts'
import { MAINTENANCE_KEY } from '../../functions/contract/maintenance.ts'
import type { BackupPage, BackupRow } from '../../functions/outbox/backup-rows.ts'
import type { Outbox } from '../../functions/outbox/outbox.ts'
import { ADMIN_TOKEN } from '../support/operator.ts'
import { resumeByButton } from '../support/paused-site.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { pdf } from '../support/sample-files.ts'
import { type Site, startSite } from '../support/site.ts'
import { SALES, sendInquiry, upload } from '../support/visitor-calls.ts'

/*
 * A backup of a deployed site. Its bindings are real and local here; that wrangler reaches those of the deployed Worker cannot be tested
 * without one (decision 038).
 */

const PARTNER = 'partner-a.example'
/** Enough delivered inquiries for several pages. */
const MANY = 3000
const receiptOf = (n: string) => `printf('00000000-0000-4000-8000-%012d', ${n})`
const LAST = `00000000-0000-4000-8000-${String(MANY).padStart(12, '0')}`
const PAGE_BYTES_MAX = 1 << 20

let folder: string
let upstream: FakeUpstream
let site: Site
const receipts: Record<'delivered' | 'queued' | 'partner' | 'undelivered' | 'destroyed' | 'interrupted', string> = {
  delivered: '',
  queued: '',
  partner: '',
  undelivered: '',
  destroyed: '',
  interrupted: '',
}

const start = () =>
  startSite({
    upstream: upstream.origin,
    vars: { MAIL_FROM: 'site@vcp-x.example', CANARY: 'partner-b', ADMIN_TOKEN },
    backup: true,
  })
const asDeployed = ({ env, backup }: Site) => deployedSite({ ...env, BACKUP: backup })
const send = async (subject: string, body: object = {}, host?: string) =>
  (
    (await (await sendInquiry(site, { ...SALES, subject, ...body }, host ? { host } : {})).json()) as {
      data: { receipt: string }
    }
  ).data.receipt
const stateOf = async ({ fetch }: Site, receipt: string, host = 'www.example') =>
  ((await (await fetch(`http://${host}/api/board/inquiry/${receipt}`)).json()) as { data: ReceiptState }).data

async function pagesOf({ backup }: Site, brandId: string): Promise<BackupPage[]> {
  const pages: BackupPage[] = []
  do pages.push(await backup.read(brandId, pages.at(-1)?.next ?? null))
  while (pages.at(-1)?.next)
  return pages
}
/** All rows of an outbox, by table. */
async function rowsOf(from: Site, brandId: string): Promise<Record<string, BackupRow[]>> {
  const tables = (await pagesOf(from, brandId)).flatMap((page) => page.tables)
  return Object.fromEntries(
    [...Map.groupBy(tables, ({ table }) => table)].map(([table, parts]) => [table, parts.flatMap(({ rows }) => rows)]),
  )
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vcp-x-remote-backup-test-'))
  upstream = await startFakeUpstream()
  site = await start()
  receipts.delivered = await send('delivered')
  receipts.destroyed = await send('destroyed')
  await (site.env.OUTBOX as DurableObjectNamespace<Outbox>).getByName('vcp-x').destroy(receipts.destroyed)
  upstream.faults.set('*', { kind: 'status', status: 503 })
  const { held } = (await (await upload(site, [pdf('late.pdf', 70_000)])).json()) as { held: string }
  receipts.queued = await send('queued', { held_files: [held] })
  receipts.partner = await send('partner', {}, PARTNER)
  receipts.interrupted = await send('interrupted')
  receipts.undelivered = await send('undelivered')
  await site.outboxSql(
    'vcp-x',
    'UPDATE inquiry SET attempt_started_at = accepted_at, next_at = next_at + 86400000 WHERE receipt = ?',
    receipts.interrupted,
  )
  const undelivered = "UPDATE inquiry SET state = 'undelivered', next_at = NULL WHERE receipt = ?"
  await site.outboxSql('vcp-x', undelivered, receipts.undelivered)
  await site.outboxSql('vcp-x', "UPDATE counter SET value = value - 1 WHERE name = 'queued'")
  await site.outboxSql('vcp-x', "INSERT INTO counter (name, value) VALUES ('undelivered', 1)")
  await site.outboxSql(
    'vcp-x',
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
       INSERT INTO inquiry (receipt, key, state, accepted_at, delivered_at) SELECT ${receiptOf('i')}, 'k' || i, 'delivered', i, i + 1 FROM n`,
  )
  await site.outboxSql('vcp-x', `UPDATE counter SET value = value + ${MANY} WHERE name IN ('accepted', 'delivered')`)
  await site.env.CACHE.put(MAINTENANCE_KEY, '{"kept":true}')
})
afterAll(async () => {
  await site.close()
  await upstream.close()
  await rm(folder, { recursive: true, force: true })
})

/** The two calls of Cloudflare's API that name what a deployed Worker is bound to. */
async function startFakeApi() {
  const asked: string[] = []
  const answers: Record<string, object> = {
    '/accounts/account/workers/scripts/vcp-x-home/deployments': {
      deployments: [
        { id: 'd', created_on: '2026-11-22T00:00:00Z', versions: [{ version_id: 'live', percentage: 100 }] },
      ],
    },
    '/accounts/account/workers/scripts/vcp-x-home/versions/live': {
      id: 'live',
      metadata: {},
      resources: {
        bindings: [
          { type: 'd1', name: 'DB', id: 'd1-id' },
          { type: 'durable_object_namespace', name: 'OUTBOX', namespace_id: 'do-id', class_name: 'Outbox' },
          { type: 'kv_namespace', name: 'CACHE', namespace_id: 'kv-id' },
          { type: 'plain_text', name: 'UPSTREAM_URL', text: '' },
          { type: 'r2_bucket', name: 'FILES', bucket_name: 'bucket' },
        ],
      },
    },
  }
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const result = answers[url.split('?')[0] ?? '']
    response.writeHead(result ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: Boolean(result), result: result ?? null, errors: [], messages: [] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { asked, server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('the remote bindings are those of the deployed version, with the entrypoint for backups', async () => {
  const { server, origin, asked } = await startFakeApi()
  vi.stubEnv('CLOUDFLARE_API_BASE_URL', origin)
  vi.stubEnv('CLOUDFLARE_API_TOKEN', 'token')
  vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', 'account')
  const config = await remoteConfig('Backup').finally(() => {
    vi.unstubAllEnvs()
    server.close()
  })
  expect(asked).toHaveLength(2)
  expect(config).toEqual({
    name: 'vcp-x-home-operator',
    compatibility_date: expect.any(String),
    d1_databases: [{ binding: 'DB', database_id: 'd1-id', remote: true }],
    kv_namespaces: [{ binding: 'CACHE', id: 'kv-id', remote: true }],
    r2_buckets: [{ binding: 'FILES', bucket_name: 'bucket', remote: true }],
    services: [{ binding: 'BACKUP', service: 'vcp-x-home', entrypoint: 'Backup', remote: true }],
  })
})

describe('the entrypoint for backups', () => {
  test('lists the outboxes that were used, and those of the registry', async () => {
    await expect.poll(() => site.backup.brands([])).toEqual(expect.arrayContaining(['vcp-x', 'partner-a']))
    expect(await site.backup.brands(['partner-b'])).toContain('partner-b')
  })

  test('gives every row of every table once, in pages below the limit of a message', async () => {
    const pages = await pagesOf(site, 'vcp-x')
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(PAGE_BYTES_MAX)
    const own = "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 1) <> '_'"
    const rows = await rowsOf(site, 'vcp-x')
    expect(Object.keys(rows).toSorted()).toEqual(
      (await site.outboxSql('vcp-x', own)).map(({ name }) => String(name)).toSorted(),
    )
    expect(rows.inquiry).toHaveLength(MANY + 5)
    expect(new Set(rows.inquiry?.map(({ receipt }) => receipt)).size).toBe(MANY + 5)
    expect(rows.mail).toHaveLength(5)
  })

  test('refuses to restore into an outbox with inquiries, and leaves it as it was', async () => {
    const before = await rowsOf(site, 'partner-a')
    const tables = [{ table: 'setting', rows: [{ name: 'x', value: 'y' }] }]
    const page = { tables, destroyed: [], isFirst: true, isLast: true }
    await expect(async () => site.backup.restore('partner-a', page)).rejects.toThrow('has inquiries already')
    expect((await rowsOf(site, 'partner-a')).setting).toEqual(before.setting)
    expect(await site.backup.isEmpty('partner-a')).toBe(false)
    expect(await site.backup.isEmpty('partner-b')).toBe(true)
  })

  test('answers no request, neither of a visitor nor of a binding', async () => {
    await expect(site.backup.fetch('http://www.example/')).rejects.toThrow(/fetch/)
    for (const path of ['/Backup', '/backup', '/api/backup', '/api/Backup/read', '/brands', '/read?brandId=vcp-x'])
      for (const method of ['GET', 'POST']) {
        const answer = await site.fetch(`http://www.example${path}`, { method })
        expect([404, 405], `${method} ${path}`).toContain(answer.status)
        expect(await answer.text()).not.toContain(receipts.delivered)
      }
  })
})

test('a backup of a deployed site restores it, paused: receipts, histories, files, and outboxes that deliver what waits once resumed', async () => {
  const file = join(folder, 'site.tar')
  const state = async (from: Site) => ({
    delivered: await stateOf(from, receipts.delivered),
    destroyed: await stateOf(from, receipts.destroyed),
    undelivered: await stateOf(from, receipts.undelivered),
    many: await stateOf(from, LAST),
  })
  const [before, beforeRows] = [await state(site), await rowsOf(site, 'vcp-x')]
  const counts = await writeArchive(asDeployed(site), file)
  expect(counts).toMatchObject({ outboxes: 3, settings: 1 })
  await expect(restoreArchive(asDeployed(site), file)).rejects.toThrow('is not empty')
  await site.close()

  upstream.faults.clear()
  upstream.inquiries.length = 0
  site = await start()
  expect(await restoreArchive(asDeployed(site), file)).toEqual({ ...counts, destroyed: 0 })
  await expect(restoreArchive(asDeployed(site), file)).rejects.toThrow('is not empty')

  expect(await state(site)).toEqual(before)
  expect(before.many.delivered_at).toBe(new Date(MANY + 1).toISOString())
  expect(await site.env.CACHE.get(MAINTENANCE_KEY)).toBe('{"kept":true}')
  await site.scheduled(new Date(), '*/15 * * * *')
  await site.scheduled(new Date())
  for (const brandId of ['vcp-x', 'partner-a', 'partner-b']) await site.endPauses(brandId)
  const meanwhile = await send('meanwhile')
  expect((await stateOf(site, receipts.queued)).state).toBe('queued')
  expect(await site.outboxSql('partner-b', 'SELECT 1 FROM inquiry WHERE canary = 1')).toEqual([])
  expect(upstream.inquiries).toEqual([])
  await resumeByButton(site)
  await expect.poll(async () => (await stateOf(site, receipts.queued)).state, { timeout: 90_000 }).toBe('delivered')
  await expect.poll(async () => (await stateOf(site, meanwhile)).state).toBe('delivered')
  await expect.poll(async () => (await stateOf(site, receipts.partner, PARTNER)).state).toBe('delivered')
  // An attempt that was under way may have succeeded: it is not repeated at once.
  expect((await stateOf(site, receipts.interrupted)).state).toBe('queued')
  expect(upstream.inquiries.map(({ body }) => body.subject).toSorted()).toEqual(['meanwhile', 'partner', 'queued'])
  const sent = upstream.inquiries.find(({ body }) => body.subject === 'queued')
  expect(upstream.files.get(String(sent?.body.file_ref_id))?.[0]?.part.filename).toBe('late.pdf')

  const rows = await rowsOf(site, 'vcp-x')
  // A turn is one of the order of the outbox that gave it.
  const kept = (all: typeof rows, table: string) => (all[table] ?? []).map((row) => ({ ...row, turn: null }))
  for (const table of ['event', 'mail'])
    expect(kept(rows, table)).toEqual(expect.arrayContaining(kept(beforeRows, table)))
  expect(rows.event).toContainEqual(
    expect.objectContaining({ receipt: receipts.interrupted, detail: 'The attempt was interrupted.' }),
  )
  await site.scheduled(new Date())
  expect(site.logged()).not.toContainEqual(expect.objectContaining({ code: 'conservation' }))
  const counters = await site.outboxSql('vcp-x', 'SELECT name, value FROM counter WHERE value <> 0 ORDER BY name')
  // The destroyed one was delivered before.
  expect(counters.map(({ name, value }) => `${name} ${value}`).join(', ')).toBe(
    `accepted ${MANY + 6}, delivered ${MANY + 3}, destroyed 1, ever_delivered ${MANY + 4}, queued 1, undelivered 1`,
  )
}, 300_000)

test('an inquiry that a visitor sends during a restore is accepted, and nothing of the backup is lost', async () => {
  const mail = (id: number, receipt: string) => ({ id, receipt, event: 'accepted', kind: 'accepted' })
  const times = { state: 'handed-over', created_at: Date.now(), changed_at: Date.now(), next_at: 0, attempts: 1 }
  const inquiry = (receipt: string) => ({ receipt, key: receipt, state: 'undelivered', accepted_at: 1 })
  const page = (n: number) => [
    { table: 'inquiry', rows: [inquiry(`${n}`)] },
    { table: 'mail', rows: [{ ...mail(n, `${n}`), ...times }] },
  ]
  const counters = ['accepted', 'undelivered'].map((name) => ({ name, value: 2 }))
  await site.backup.restore('partner-b', { tables: page(1), destroyed: [], isFirst: true, isLast: false })
  const receipt = await send('meanwhile', {}, 'partner-b.example')
  const last = [...page(2), { table: 'counter', rows: counters }]
  await site.backup.restore('partner-b', { tables: last, destroyed: [], isFirst: false, isLast: true })
  const rows = await rowsOf(site, 'partner-b')
  for (const table of ['inquiry', 'mail'])
    expect(rows[table]?.map((row) => row.receipt).toSorted()).toEqual(['1', '2', receipt].toSorted())
  expect(Object.fromEntries((rows.counter ?? []).map(({ name, value }) => [name, value]))).toMatchObject({
    accepted: 3,
    undelivered: 2,
    queued: 1,
  })
})

test('the two kinds of backups are not mixed up, and the answer says what to do', async () => {
  const [stateDir, local, deployed] = [join(folder, 'state'), join(folder, 'local.tar'), join(folder, 'site.tar')]
  const asLocal = (bindings: StorageBindings) => localSite(stateDir, bindings)
  await withLocalState(stateDir, async (bindings) => {
    await expect(restoreArchive(asLocal(bindings), deployed)).rejects.toThrow(/comes from a deployed site.*--remote/)
    await applyMigrations(bindings.DB)
    await writeArchive(asLocal(bindings), local)
  })
  await expect(restoreArchive(asDeployed(site), local)).rejects.toThrow(/comes from a local site.*STATE_DIR=/)
})
