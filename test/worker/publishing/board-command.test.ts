import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_BRANDS } from '../../../functions/contract/scope.ts'
import { type Archive, readArchiveTables, type Row } from '../../../functions/database/board-archive.ts'
import { exportTo, importFrom } from '../../../functions/cli/board-steps.ts'
import { prepareState, type StorageBindings, withLocalState } from '../../../functions/cli/local-state.ts'
import { OperatorError } from '../../../functions/cli/run-command.ts'
import { CONTENT_KEY } from '../../../functions/lists/content-version.ts'
import type { EditedEntry } from '../../../functions/database/board-entry.ts'
import { type Operator, signIn } from '../../support/operator.ts'
import { pdf } from '../../support/sample-files.ts'
import { embeddedSite } from '../../support/shared-sites.ts'

// Each command starts its own process and storage, which takes seconds: what it refuses is asked of its functions.
describe('npm run board', { timeout: 240_000 }, () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vcp-x-board-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const command = (state: string, ...args: string[]) =>
    spawnSync(process.execPath, ['functions/cli/board.ts', ...args], {
      encoding: 'utf8',
      env: { ...process.env, STATE_DIR: join(folder, state), NODE_NO_WARNINGS: '1', FORCE_COLOR: '0' },
    })
  const callOf = (env: StorageBindings) => ({ env, actor: 'test', scope: ALL_BRANDS, now: new Date() })
  const archive = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Archive

  test('moves all boards with their versions, drafts, documents and files into another state, and tells its site', async () => {
    const key = crypto.randomUUID()
    const { entries } = await prepareState(join(folder, 'from'))
    await cp(join(folder, 'from'), join(folder, 'to'), { recursive: true })
    await withLocalState(join(folder, 'from'), async ({ DB, FILES }) => {
      await FILES.put(`content/${key}`, Buffer.from([0, 1, 2, 255]))
      await DB.batch([
        DB.prepare(
          "INSERT INTO content_file (file_key, file_name, media_type, size, added_at, added_by) VALUES (?, 'x.png', 'image/png', 4, '2026', 'a')",
        ).bind(key),
        DB.prepare(
          "INSERT INTO download (download_id, file_key, title, title_en, category, category_en, registered_at) VALUES ('d', ?, '자료''', '', '', '', '2026')",
        ).bind(key),
        DB.prepare(
          `INSERT INTO board_draft (board_uuid, group_uuid, sub_category_id, subject, subject_en, contents, contents_en, is_priority, revision, saved_at, saved_by)
           SELECT 'draft', group_uuid, sub_category_id, '초안', '', '?', '', 0, 3, '2026', 'a' FROM board_item LIMIT 1`,
        ),
      ])
    })
    const file = join(folder, 'boards.json')
    expect(command('from', 'export', file).stdout).toContain(
      `${entries} entries, ${entries} versions, 1 drafts, 1 documents and 1 files`,
    )
    await withLocalState(join(folder, 'to'), ({ DB }) => DB.prepare('DELETE FROM board_item').run())
    expect(command('to', 'import', file)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`${entries} entries`),
    })
    await withLocalState(join(folder, 'to'), async (env) => {
      await exportTo(callOf(env), join(folder, 'again.json'))
      expect((await env.DB.prepare('SELECT actor, action, subject FROM admin_log').all()).results).toEqual([
        { actor: expect.stringMatching(/^command:./), action: 'import-boards', subject: 'boards.json' },
      ])
      expect(JSON.parse((await env.CACHE.get(CONTENT_KEY)) ?? '')).toMatchObject({ number: 1 })
    })
    const [one, other] = [await archive('boards.json'), await archive('again.json')]
    const sorted = ({ tables }: Archive) =>
      Object.fromEntries(
        Object.entries(tables).map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).toSorted()]),
      )
    expect(sorted(other)).toEqual(sorted(one))
    expect(other.files).toEqual(one.files)
  })

  test('refuses what is no export, and changes nothing', async () => {
    const file = join(folder, 'wrong.json')
    await withLocalState(join(folder, 'to'), async (env) => {
      const before = await readArchiveTables(env.DB)
      for (const text of ['', '{"format":"boards","version":2}']) {
        await writeFile(file, text)
        const refused = importFrom(callOf(env), file)
        await expect(refused, text).rejects.toThrow(OperatorError)
        await expect(refused, text).rejects.toThrow('wrong.json is not')
      }
      expect(await readArchiveTables(env.DB)).toEqual(before)
    })
    expect(command('to').status).toBe(1)
  })

  test('writes a new file for its owner alone, and overwrites none', async () => {
    const file = join(folder, 'private.json')
    await withLocalState(join(folder, 'to'), async (env) => {
      await exportTo(callOf(env), file)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      const before = await readFile(file)
      await expect(exportTo(callOf(env), file)).rejects.toThrow('private.json exists already')
      expect(await readFile(file)).toEqual(before)
    })
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('publishes nothing where the storage does not take the files of an import', async () => {
    await withLocalState(join(folder, 'to'), async (env) => {
      const rows = () => readArchiveTables(env.DB)
      const numberOf = async () => (await env.DB.prepare('SELECT number FROM content_version').first())?.number
      const before = [await rows(), await numberOf()]
      const key = crypto.randomUUID()
      const more = await archive('boards.json')
      const [file] = more.tables.content_file ?? []
      const [document] = more.tables.download ?? []
      more.tables.content_file?.push({ ...file, file_key: key })
      more.tables.download?.push({ ...document, download_id: 'more', file_key: key })
      more.files[key] = Buffer.from('more').toString('base64')
      await writeFile(join(folder, 'more.json'), JSON.stringify(more))
      const failing = new Proxy(env.FILES, {
        get: (bucket, name) => {
          if (name === 'put') return () => Promise.reject(new Error('R2 is down'))
          return (bucket[name as keyof R2Bucket] as () => void).bind(bucket)
        },
      })
      const bringIn = (FILES: R2Bucket) => importFrom(callOf({ ...env, FILES }), join(folder, 'more.json'))
      await expect(bringIn(failing)).rejects.toThrow('R2 is down')
      expect([await rows(), await numberOf()]).toEqual(before)
      await bringIn(env.FILES)
      expect((await rows()).download).toContainEqual(expect.objectContaining({ download_id: 'more', file_key: key }))
      expect(await (await env.FILES.get(`content/${key}`))?.text()).toBe('more')
    })
  })

  test('leaves the files as they are where the rows of an import are refused', async () => {
    const [file, key] = [join(folder, 'unfitting.json'), crypto.randomUUID()]
    await withLocalState(join(folder, 'to'), async (env) => {
      await env.FILES.put(`content/${key}`, 'as it was')
      await exportTo(callOf(env), file)
      const wrong = await archive('unfitting.json')
      wrong.files[key] = Buffer.from('another').toString('base64')
      // A document without its file.
      wrong.tables.download = [{ ...wrong.tables.download?.[0], download_id: 'x', file_key: crypto.randomUUID() }]
      await writeFile(file, JSON.stringify(wrong))
      await expect(importFrom(callOf(env), file)).rejects.toThrow('FOREIGN KEY')
      expect(await (await env.FILES.get(`content/${key}`))?.text()).toBe('as it was')
    })
  })

  test('refuses an entry without the version that it shows, a text or a time, and changes nothing', async () => {
    const [name, file] = ['without.json', join(folder, 'without.json')]
    await withLocalState(join(folder, 'to'), async (env) => {
      await exportTo(callOf(env), file)
      const before = await readArchiveTables(env.DB)
      const refused = async (change: (tables: Archive['tables']) => void, words: string) => {
        const wrong = await archive(name)
        change(wrong.tables)
        await writeFile(join(folder, 'wrong.json'), JSON.stringify(wrong))
        await expect(importFrom(callOf(env), join(folder, 'wrong.json'))).rejects.toThrow(words)
      }
      const changed = (change: Row) => (tables: Archive['tables']) =>
        void Object.assign(tables.board_item?.[0] ?? {}, change)
      const { board_uuid, version } = before.board_item?.[0] ?? {}
      expect(version).toBe(1)
      await refused((tables) => void delete tables.board_version, 'board_version: An entry is without')
      await refused(changed({ version: 2 }), 'board_version: An entry is without')
      for (const column of ['subject_en', 'contents_en', 'published_at'])
        await refused(changed({ [column]: null }), `NOT NULL constraint failed: board_item.${column}`)
      await refused((tables) => {
        for (const row of [tables.board_item, tables.board_version].flatMap((rows) => rows ?? []))
          if (row.board_uuid === board_uuid) row.version = 0
      }, 'CHECK constraint failed')
      expect(await readArchiveTables(env.DB)).toEqual(before)
    })
  })
})

describe('an import of boards that have been changed since', () => {
  const served = embeddedSite()
  let operator: Operator
  let folder: string
  beforeAll(async () => {
    operator = await signIn(served.site)
    folder = await mkdtemp(join(tmpdir(), 'vcp-x-board-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  type Answered = EditedEntry & { basis: string }
  const TEXT = { sub_category_id: 'all:n-service', subject: '공지', subject_en: '', contents_en: '' }
  const read = (id: string) => operator.ask<Answered>('GET', `/api/admin/notices/${id}`)
  const save = (id: string, basis: string, contents: string) =>
    operator.ask<Answered>('PATCH', `/api/admin/notices/${id}`, { ...TEXT, contents, basis })
  const act = (id: string, action: object) => operator.call('POST', `/api/admin/notices/${id}`, action)
  const publish = async (id: string, contents: string) => {
    const { basis } = await save(id, (await read(id)).basis, contents)
    return (await act(id, { action: 'publish', basis })).status
  }
  const exported = async (name: string) => {
    const env = served.site.env as unknown as Parameters<typeof exportTo>[0]['env']
    const call = { env, actor: 'command:test', scope: ALL_BRANDS, now: new Date() }
    await exportTo(call, join(folder, name))
    return () => importFrom(call, join(folder, name))
  }

  test('is followed by a publication that keeps every version, and is in the log', async () => {
    const { board_uuid: id, basis } = await operator.ask<Answered>('POST', '/api/admin/notices', {
      ...TEXT,
      contents: '1',
    })
    await act(id, { action: 'publish', basis })
    const bringIn = await exported('older.json')
    expect(await publish(id, 'second text')).toBe(200)
    const { basis: ofSecond } = await read(id)
    await bringIn()
    expect(await publish(id, 'third text')).toBe(200)
    const third = await read(id)
    expect([third.fields.contents, third.versions.map(({ version }) => version)]).toEqual(['third text', [3, 2, 1]])
    const page = await served.site.fetch(`http://www.example/support/notice/${id}`)
    expect(await page.text()).toContain('third text')
    const { entries } = await operator.ask<{ entries: { action: string; subject: string }[] }>('GET', '/api/admin/log')
    expect(entries.filter(({ action, subject }) => action === 'publish' && subject === id)).toHaveLength(3)
    expect((await act(id, { action: 'bring-back', version: 2, basis: ofSecond })).status).toBe(409)
    expect((await act(id, { action: 'bring-back', version: 2, basis: third.basis })).status).toBe(200)
    expect((await read(id)).fields.contents).toBe('second text')
  })

  test('is seen by windows that have a later draft or document open', async () => {
    const { board_uuid: id, basis } = await operator.ask<Answered>('POST', '/api/admin/notices', {
      ...TEXT,
      contents: '1',
    })
    const sent = await operator.post('/api/admin/files', { file: pdf('1.pdf', 500) })
    const { file_key } = ((await sent.json()) as { data: { file_key: string } }).data
    const fields = { title: '안내서', title_en: '', category: '', category_en: '' }
    const { download_id } = await operator.ask<{ download_id: string }>('POST', '/api/admin/downloads', {
      ...fields,
      file_key,
    })
    const change = (version: number) =>
      operator.call('PATCH', `/api/admin/downloads/${download_id}`, { ...fields, title: `안내서 ${version}`, version })
    const bringIn = await exported('drafts.json')
    const later = await save(id, basis, '2')
    expect((await change(1)).status).toBe(204)
    await bringIn()
    const now = await read(id)
    expect(now.fields.contents).toBe('1')
    const stale = await operator.call('PATCH', `/api/admin/notices/${id}`, {
      ...TEXT,
      contents: 'x',
      basis: later.basis,
    })
    await save(id, now.basis, '3')
    const again = await operator.call('PATCH', `/api/admin/notices/${id}`, {
      ...TEXT,
      contents: 'x',
      basis: later.basis,
    })
    expect([stale.status, again.status, (await change(2)).status]).toEqual([409, 409, 409])
  })
})
