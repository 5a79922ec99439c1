import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestHarness } from 'wrangler'
import { sampleBoards } from '../support/boards.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../support/operator.ts'
import { seedEmbedded, type Site } from '../support/site.ts'

/*
 * Two isolates of workerd, each with caches in its own memory, before the same KV and D1: the built Worker twice, under two names. What
 * the local KV does not do is to answer from a copy for 30 s; test/unit/functions/lists/content-version.test.ts does that.
 */
const BUILT = 'dist/server/wrangler.json'
const LIVE_WITHIN_MS = 60_000

let folder: string
let close = () => Promise.resolve()
let operator: Operator
/** The page of a path, as the isolate that publishes and as the other one answers it. */
let here: (path: string) => Promise<Response>
let elsewhere: (path: string) => Promise<Response>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vcp-x-isolates-'))
  const built = JSON.parse(await readFile(BUILT, 'utf8')) as {
    assets: object
    d1_databases: [{ migrations_dir: string }]
  }
  const configOf = async (name: string) => {
    const config = {
      ...built,
      name,
      main: resolve('dist/server/index.js'),
      assets: { ...built.assets, directory: resolve('dist/client') },
      kv_namespaces: [{ binding: 'CACHE', id: 'shared' }],
      // A queue has one consumer. No mail is sent here.
      queues: {},
      d1_databases: [
        {
          ...built.d1_databases[0],
          database_id: 'shared',
          migrations_dir: resolve('dist/server', built.d1_databases[0].migrations_dir),
        },
      ],
    }
    const configPath = join(folder, `${name}.json`)
    await writeFile(configPath, JSON.stringify(config))
    return { configPath, vars: { ADMIN_TOKEN, UPSTREAM_TIMEOUT_MS: '30000' } }
  }
  const server = createTestHarness({ workers: [await configOf('here'), await configOf('elsewhere')] })
  await server.listen()
  close = () => server.close()
  const [first, second] = [server.getWorker<Site['env']>('here'), server.getWorker<Site['env']>('elsewhere')]
  await first.applyD1Migrations('DB')
  const { DB } = await first.getEnv()
  await seedEmbedded(DB, sampleBoards('x', { notices: 2, questions: 1 }), null)
  const ask = (worker: typeof first) => (address: string, init?: RequestInit) =>
    worker.fetch(address, init as never) as unknown as Promise<Response>
  operator = await signIn({ fetch: ask(first) } as Site)
  const english = { headers: { 'accept-language': 'en' } }
  here = (path) => ask(first)(`http://www.example${path}`, english)
  elsewhere = (path) => ask(second)(`http://www.example${path}`, english)
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})

test('a notice is published, corrected and withdrawn at once where it is done, and in the other isolate within 60 s', async () => {
  const text = { sub_category_id: 'all:n-service', subject: '두 곳의 공지', contents: '본문', contents_en: 'Text' }
  const write = async (id: string | null, subject_en: string) => {
    const path = id === null ? '/api/admin/notices' : `/api/admin/notices/${id}`
    const based = id === null ? {} : { basis: (await operator.ask<{ basis: string }>('GET', path)).basis }
    const saved = await operator.ask<{ board_uuid?: string; basis: string }>(id === null ? 'POST' : 'PATCH', path, {
      ...text,
      ...based,
      subject_en,
    })
    const written = id ?? saved.board_uuid ?? ''
    await operator.ask('POST', `/api/admin/notices/${written}`, { action: 'publish', basis: saved.basis })
    return written
  }
  const isListed = async (ask: typeof here, title: string) =>
    (await (await ask('/support/notice')).text()).includes(title)
  const everywhere = { timeout: LIVE_WITHIN_MS, interval: 250 }
  // Both keep the page from now on.
  for (const ask of [here, elsewhere]) expect(await isListed(ask, 'Seen in both')).toBe(false)

  const id = await write(null, 'Seen in both')
  expect(await isListed(here, 'Seen in both')).toBe(true)
  await expect.poll(() => isListed(elsewhere, 'Seen in both'), everywhere).toBe(true)

  await write(id, 'Corrected in both')
  expect(await isListed(here, 'Corrected in both')).toBe(true)
  await expect.poll(() => isListed(elsewhere, 'Corrected in both'), everywhere).toBe(true)
  expect(await isListed(elsewhere, 'Seen in both')).toBe(false)

  for (const ask of [here, elsewhere]) expect((await ask(`/support/notice/${id}`)).status).toBe(200)
  await operator.ask('POST', `/api/admin/notices/${id}`, { action: 'withdraw' })
  expect((await here(`/support/notice/${id}`)).status).toBe(404)
  await expect.poll(async () => (await elsewhere(`/support/notice/${id}`)).status, everywhere).toBe(404)
  expect(await isListed(elsewhere, 'Corrected in both')).toBe(false)
}, 240_000)
