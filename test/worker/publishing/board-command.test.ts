import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_BRANDS } from '../../../functions/contract/scope.ts'
import { type Archive, readArchiveTables } from '../../../functions/database/board-archive.ts'
import { exportTo, importFrom } from '../../../functions/cli/board-file.ts'
import { prepareState, withLocalState } from '../../../functions/cli/local-state.ts'
import { OperatorError } from '../../../functions/cli/settings.ts'
import { CONTENT_KEY } from '../../../functions/lists/content-version.ts'

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
      await exportTo({ env, actor: 'test', scope: ALL_BRANDS, now: new Date() }, join(folder, 'again.json'))
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
        const refused = importFrom({ env, actor: 'test', scope: ALL_BRANDS, now: new Date() }, file)
        await expect(refused, text).rejects.toThrow(OperatorError)
        await expect(refused, text).rejects.toThrow('wrong.json is not')
      }
      expect(await readArchiveTables(env.DB)).toEqual(before)
    })
    expect(command('to').status).toBe(1)
  })
})
