import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withLocalState } from '../../../functions/cli/local-state.ts'
import type { LogEntry } from '../../../functions/database/admin-log.ts'
import { type AccessTeam, AUDIENCE, startAccessTeam } from '../../support/access-team.ts'
import { sampleBoards } from '../../support/boards.ts'
import { addInquiry } from '../../support/inquiry-row.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { pdf } from '../../support/sample-files.ts'
import { seedEmbedded, type Site, startSite } from '../../support/site.ts'

const HOUR = 3_600_000
let team: AccessTeam
let site: Site
let operator: Operator
beforeAll(async () => {
  team = await startAccessTeam()
  site = await startSite({ vars: { ADMIN_TOKEN, ACCESS_TEAM_DOMAIN: team.origin, ACCESS_AUD: AUDIENCE } })
  operator = await signIn(site)
  await seedEmbedded(site.env.DB, sampleBoards('x', { notices: 3, questions: 3 }), null)
})
afterAll(async () => {
  await site.close()
  await team.close()
})

const log = async () => (await operator.ask<{ entries: LogEntry[] }>('GET', '/api/admin/log')).entries
/** What the log says of a subject, oldest first. */
const actionsOn = async (subject: string) =>
  (await log())
    .filter((entry) => entry.subject === subject)
    .map(({ action }) => action)
    .toReversed()

const TEXT = { sub_category_id: 'all:n-service', subject: '초안', contents: '본문' }
const write = () => operator.ask<{ board_uuid: string; basis: string }>('POST', '/api/admin/notices', TEXT)

describe('the log', () => {
  test('names what was done with the order, the priority and a category', async () => {
    await operator.ask('POST', '/api/admin/faq/x-faq-2', { action: 'move', up: true })
    await operator.ask('POST', '/api/admin/faq/x-faq-2', { action: 'priority', priority: true })
    expect(await actionsOn('x-faq-2')).toEqual(['reorder', 'set-priority'])
    await operator.call('POST', '/api/admin/categories/all:n-event', { up: true })
    expect(await actionsOn('all:n-event')).toEqual(['move-category'])
    for (const [language, text] of [
      ['en', 'moved the category'],
      ['ko', '분류의 순서를 바꿨습니다'],
    ] as const)
      expect(await operator.page('/admin/log', language)).toContain(text)
  })

  test('names who typed a command', async () => {
    await site.env.DB.prepare(
      "INSERT INTO admin_log (at, actor, action, subject) VALUES (?, 'command:jane', 'maintenance-off', '')",
    )
      .bind(new Date().toISOString())
      .run()
    expect(await operator.page('/admin/log', 'en')).toContain('Command line (jane)')
    expect(await operator.page('/admin/log', 'ko')).toContain('명령줄(jane)')
  })

  test('is one sentence a line, with links to what it is about, and says a title as it is', async () => {
    const { board_uuid: id } = await operator.ask<{ board_uuid: string }>('POST', '/api/admin/notices', {
      ...TEXT,
      subject: '<b>릴리스</b> 2.9 & "더"',
    })
    const page = await operator.page('/admin/log', 'ko')
    expect(page).toContain(`href="/admin/notices/${id}"`)
    expect(page).toContain('‘&lt;b&gt;릴리스&lt;/b&gt; 2.9 &amp; &quot;더&quot;’</a> 글을 임시 저장했습니다.')
    expect(page).toContain('이 컴퓨터의 운영자')
    const receipt = crypto.randomUUID()
    await addInquiry(site.env.DB, { receipt })
    await operator.ask('GET', `/api/admin/inquiries/${receipt}`)
    expect(await operator.page('/admin/log?reading=yes')).toMatch(
      new RegExp(`opened the inquiry <a href="/admin/inquiries/${receipt}">${receipt.slice(0, 8)}</a>`),
    )
  })

  test('leaves out what was only viewed until it is asked for, and is filtered by day, person and action', async () => {
    await operator.page('/admin/inquiries?state=new')
    expect(await operator.page('/admin/log')).not.toContain('viewed the list of inquiries')
    expect(await operator.page('/admin/log?reading=yes')).toContain('viewed the list of inquiries: <a')
    const old = { at: '2026-01-31T15:30:00.000Z', actor: 'lee@company.example' }
    for (const action of ['export', 'list'])
      await site.env.DB.prepare("INSERT INTO admin_log (at, actor, action, subject) VALUES (?, ?, ?, 'kind=sales')")
        .bind(old.at, old.actor, action)
        .run()
    const of = async (query: string) =>
      (await operator.ask<{ entries: LogEntry[] }>('GET', `/api/admin/log?${query}`)).entries.map(
        ({ action }) => action,
      )
    expect(await of('actor=lee@company.example')).toEqual(['list', 'export'])
    expect(await of('actor=lee@company.example&reading=no')).toEqual(['export'])
    expect(await of('actor=lee@company.example&action=list')).toEqual(['list'])
    expect(await of('action=export&actor=nobody')).toEqual([])
    const page = await operator.page('/admin/log?actor=lee@company.example')
    expect(page).toContain('<option value="lee@company.example" selected="">')
    expect(page).toContain('exported inquiries: <a href="/admin/inquiries?kind=sales">Sales inquiry</a>')
    // The day is one of Seoul. Rows are written in order of time, and this one has the newest id.
    await site.env.DB.prepare('UPDATE admin_log SET id = id - 1000000 WHERE actor = ?').bind(old.actor).run()
    expect(await of('day=2026-02-01')).toEqual(['list', 'export'])
    expect(await of('day=2026-01-31')).toEqual([])
    expect(await of(`day=2026-02-01&action=export&actor=${old.actor}`)).toEqual(['export'])
  })

  test('is read page by page, and back the same way', async () => {
    const actor = 'pages@company.example'
    for (let n = 0; n < 65; n++)
      await site.env.DB.prepare(
        "INSERT INTO admin_log (at, actor, action, subject) VALUES (?, ?, 'maintenance-off', '')",
      )
        .bind(new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(), actor)
        .run()
    const pageAt = async (address: string) => {
      const html = await operator.page(address)
      const [, links = ''] = /<nav class="pages"[^>]*>(.*?)<\/nav>/.exec(html) ?? []
      const [, first = ''] = /<ol class="log panel">.*?<time dateTime="([^"]+)"/i.exec(html) ?? []
      const link = (name: string) =>
        new RegExp(`href="([^"]*)">${name}<`).exec(links)?.[1]?.replaceAll('&amp;', '&') ?? null
      return { first, newer: link('Newer'), older: link('Older') }
    }
    const walked = [await pageAt(`/admin/log?actor=${actor}`)]
    for (let page = walked[0]; page?.older; page = walked.at(-1)) walked.push(await pageAt(page.older))
    expect(new Set(walked.map(({ first }) => first)).size).toBe(4)
    for (let n = walked.length - 1; n > 0; n--) {
      const newer = await pageAt(walked[n]?.newer ?? '')
      expect([n, newer]).toEqual([n, walked[n - 1]])
    }
    expect(walked[0]?.newer).toBe(null)
  })

  test('has one row for a draft, person and hour, however often it is saved', async () => {
    let { board_uuid: id, basis } = await write()
    const save = async () => {
      ;({ basis } = await operator.ask<{ basis: string }>('PATCH', `/api/admin/notices/${id}`, { ...TEXT, basis }))
    }
    for (let count = 0; count < 3; count++) await save()
    expect(await actionsOn(id)).toEqual(['save-draft'])

    const saved = await site.fetch(`http://127.0.0.1/api/admin/notices/${id}`, {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'cf-access-jwt-assertion': await team.token(),
      },
      body: JSON.stringify({ ...TEXT, basis }),
    })
    ;({ basis } = ((await saved.json()) as { data: { basis: string } }).data)
    expect((await log()).filter(({ subject }) => subject === id).map(({ actor }) => actor)).toEqual([
      'operator@company.example',
      'local',
    ])

    await site.env.DB.prepare('UPDATE admin_log SET at = ? WHERE subject = ?')
      .bind(new Date(Date.now() - HOUR).toISOString(), id)
      .run()
    await save()
    await save()
    expect(await actionsOn(id)).toEqual(['save-draft', 'save-draft', 'save-draft'])
  })

  test('has a row where a text is shown to whoever has its address', async () => {
    const { board_uuid: id } = await write()
    for (const language of ['ko', 'en'])
      await operator.ask('POST', `/api/admin/notices/${id}`, { action: 'preview', language })
    expect(await actionsOn(id)).toEqual(['save-draft', 'preview'])
    const { board_uuid: opened } = await write()
    await operator.page(`/admin/notices/${opened}`)
    expect(await actionsOn(opened)).toEqual(['save-draft', 'preview'])
  })

  test('has no row of what was refused', async () => {
    const { board_uuid: id, basis } = await write()
    const act = (body: object) => operator.call('POST', `/api/admin/notices/${id}`, body)
    const late = { ...TEXT, subject: '나중', basis }
    await operator.ask('PATCH', `/api/admin/notices/${id}`, late)
    const before = (await log())[0]
    expect((await operator.call('PATCH', `/api/admin/notices/${id}`, late)).status).toBe(409)
    expect((await act({ action: 'publish', basis })).status).toBe(409)
    expect((await act({ action: 'bring-back', basis, version: 7 })).status).toBe(404)
    expect((await operator.call('DELETE', '/api/admin/categories/all:n-service')).status).toBe(409)
    expect(
      (
        await operator.call('PATCH', '/api/admin/categories/none', {
          sub_category_name: 'a',
          sub_category_en_name: 'b',
        })
      ).status,
    ).toBe(404)
    for (const action of [{ action: 'withdraw' }, { action: 'priority', priority: true }, { action: 'move', up: true }])
      expect((await operator.call('POST', '/api/admin/notices/none', action)).status, JSON.stringify(action)).toBe(404)
    for (const body of [{ action: 'withdraw' }, { action: 'publish-again' }, { up: true }])
      expect((await operator.call('POST', '/api/admin/downloads/none', body)).status, JSON.stringify(body)).toBe(404)
    expect((await log())[0]).toEqual(before)
  })

  test('has no row of a change of a document that somebody else has changed meanwhile', async () => {
    const { file_key } = (
      (await (await operator.post('/api/admin/files', { file: pdf('a.pdf', 500) })).json()) as {
        data: { file_key: string }
      }
    ).data
    const fields = { title: '자료', title_en: '', category: '', category_en: '' }
    const { download_id: id } = await operator.ask<{ download_id: string }>('POST', '/api/admin/downloads', {
      ...fields,
      file_key,
    })
    const change = () => operator.call('PATCH', `/api/admin/downloads/${id}`, { ...fields, version: 1 })
    expect([(await change()).status, (await change()).status]).toEqual([204, 409])
    expect(await actionsOn(id)).toEqual(['add-download', 'change-download'])
  })
})

// Each command starts its own process and storage, which takes seconds on a busy machine. Those of inquiries and boards have files of
// their own.
test('the command for a maintenance writes its rows, with who typed it', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-log-'))
  try {
    const command = (name: string, ...args: string[]) => {
      const { status, stderr } = spawnSync(process.execPath, [`functions/cli/${name}.ts`, ...args], {
        encoding: 'utf8',
        env: { ...process.env, STATE_DIR: folder, NODE_NO_WARNINGS: '1', FORCE_COLOR: '0' },
      })
      expect([name, args[0], status, stderr]).toEqual([name, args[0], 0, ''])
    }
    const start = '2099-11-20T23:00+09:00'
    command('maintenance', 'on', '--start', start, '--hours', '3', '--reason-ko', '교체', '--reason-en', 'Change')
    command('maintenance', 'off')
    const { results } = await withLocalState(folder, ({ DB }) =>
      DB.prepare('SELECT actor, action, subject FROM admin_log ORDER BY id').all(),
    )
    const actor = expect.stringMatching(/^command:./)
    expect(results).toEqual([
      { actor, action: 'maintenance-on', subject: start },
      { actor, action: 'maintenance-off', subject: '' },
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
