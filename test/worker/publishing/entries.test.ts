import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOARD_GROUPS, type BoardItem } from '../../../functions/contract/board.ts'
import type { wireOfEntry } from '../../../app/admin/publishing/wire.ts'
import type { EditedEntry } from '../../../functions/database/board-entry.ts'
import { sampleBoards } from '../../support/boards.ts'
import { HOSTILE_HTML } from '../../support/hostile-html.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { seedEmbedded, type Site, startSite } from '../../support/site.ts'

const TEXT = {
  sub_category_id: 'all:n-service',
  subject: '점검 안내',
  subject_en: 'Maintenance',
  contents: '| 구분 | 시각 |\n| --- | --- |\n| 시작 | **23:00** |\n',
  contents_en: 'We **maintain**.',
}
type Answered = ReturnType<typeof wireOfEntry> & Pick<EditedEntry, 'state' | 'published_at'> & { basis: string }

let site: Site
let operator: Operator
beforeAll(async () => {
  site = await startSite({ vars: { ADMIN_TOKEN } })
  operator = await signIn(site)
  await seedEmbedded(site.env.DB, sampleBoards('x', { notices: 2, questions: 3 }), null)
})
afterAll(() => site.close())

const write = (change: object = {}, board = 'notices') =>
  operator.ask<{ board_uuid: string; basis: string }>('POST', `/api/admin/${board}`, { ...TEXT, ...change })
const act = (id: string, action: object, board = 'notices') =>
  operator.ask<Answered>('POST', `/api/admin/${board}/${id}`, action)
const published = async (change: object = {}, board = 'notices') => {
  const { board_uuid: id, basis } = await write(change, board)
  await act(id, { action: 'publish', basis }, board)
  return id
}
const page = async (path: string, language = 'ko') => {
  const answer = await site.fetch(`http://www.example${path}`, { headers: { 'accept-language': language } })
  return { status: answer.status, html: await answer.text() }
}
const list = async (board: 'notice' | 'faq' = 'notice') => {
  const answer = await site.call('board/selectList', { group_uuid: BOARD_GROUPS[board] })
  return ((await answer.json()) as { data: BoardItem[] }).data.map(({ board_uuid }) => board_uuid)
}

const FORBIDDEN = /^(?:script|iframe|object|embed|svg|math|style|form|input|base|link|meta|template|noscript)$/

/** Elements and attributes that could run something or reach elsewhere. */
function dangersOf(html: string): string[] {
  const dangers: string[] = []
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (FORBIDDEN.test(tag)) dangers.push(tag)
      for (const [name, value] of Object.entries(attributes))
        if (/^(?:on|style|srcdoc|formaction|id|name)/.test(name) || /^\s*(?:javascript|data|vbscript):/i.test(value))
          dangers.push(`${tag} ${name}=${value}`)
    },
  })
  parser.end(html)
  return dangers
}

describe('a notice', () => {
  test('is nowhere while it is written, and everywhere at once when it is published, corrected, withdrawn and shown again', async () => {
    const { board_uuid: id, basis } = await write()
    const address = `/support/notice/${id}`
    expect((await page(address)).status).toBe(404)
    expect(await list()).not.toContain(id)

    await act(id, { action: 'publish', basis })
    expect((await page(address, 'en')).html).toContain('<p>We <strong>maintain</strong>.</p>')
    expect((await page(address, 'ko')).html).toMatch(/<td>시작<\/td>\s*<td><strong>23:00<\/strong><\/td>/)
    expect((await list())[0]).toBe(id)
    expect((await page('/support/notice', 'en')).html).toContain('Maintenance')
    expect((await page('/support/notice/feed.xml', 'en')).html).toContain('<title>Maintenance</title>')
    expect((await page('/sitemap.xml')).html).toContain(address)

    const open = await operator.ask<Answered>('GET', `/api/admin/notices/${id}`)
    expect([open.state, open.fields.contents]).toEqual(['published', TEXT.contents])
    const saved = await operator.ask<{ basis: string }>('PATCH', `/api/admin/notices/${id}`, {
      ...TEXT,
      subject_en: 'Corrected',
      basis: open.basis,
    })
    expect((await page(address, 'en')).html).not.toContain('Corrected')
    await act(id, { action: 'publish', basis: saved.basis })
    expect((await page(address, 'en')).html).toContain('<h1>Corrected</h1>')

    await act(id, { action: 'withdraw' })
    expect((await page(address, 'en')).status).toBe(404)
    expect(await list()).not.toContain(id)
    expect((await page('/sitemap.xml')).html).not.toContain(address)
    expect((await page('/support/notice/feed.xml', 'en')).html).not.toContain('Corrected')

    const again = await operator.ask<Answered>('GET', `/api/admin/notices/${id}`)
    const shown = await act(id, { action: 'publish-again', basis: again.basis })
    expect((await page(address, 'en')).status).toBe(200)

    expect(again.versions.map(({ version, subject_en }) => [version, subject_en])).toEqual([
      [2, 'Corrected'],
      [1, 'Maintenance'],
    ])
    const back = await act(id, { action: 'bring-back', version: 1, basis: shown.basis })
    expect(back.fields.subject_en).toBe('Maintenance')
    await act(id, { action: 'publish', basis: back.basis })
    expect((await page(address, 'en')).html).toContain('<h1>Maintenance</h1>')
  })

  test('asks for a category where its own has been removed since, or is of the other board', async () => {
    for (const sub_category_id of ['removed', 'all:f-usage']) {
      const { board_uuid: id, basis } = await write({ sub_category_id })
      const answer = await operator.call('POST', `/api/admin/notices/${id}`, { action: 'publish', basis })
      expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('no-category')])
    }
  })

  test('that is scheduled appears by the clock alone', async () => {
    const { board_uuid: id, basis } = await write({ subject: '예약 공지' })
    const at = new Date(Date.now() + 4000)
    const scheduled = await act(id, { action: 'publish', basis, at: at.toISOString() })
    expect([scheduled.state, scheduled.published_at]).toEqual(['scheduled', at.toISOString()])
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const other = await write()
    await act(other.board_uuid, { action: 'publish', basis: other.basis, at: later })
    const next = async () =>
      (await operator.ask<{ nextPublication: { at: string; board: string } | null }>('GET', '/api/admin'))
        .nextPublication
    expect([at.toISOString(), later].map((each) => ({ at: each, board: 'notice' }))).toContainEqual(await next())
    const feed = '/support/notice/feed.xml'
    const [own, pages, listed] = await Promise.all([
      page(`/support/notice/${id}`),
      Promise.all(['/support/notice', feed, '/sitemap.xml'].map((path) => page(path))),
      list(),
    ])
    if (Date.now() < at.getTime()) {
      expect([own.status, listed.includes(id)]).toEqual([404, false])
      expect(pages.filter(({ html }) => html.includes(id))).toEqual([])
    }
    for (const path of ['/support/notice', feed, '/sitemap.xml'])
      await expect.poll(async () => (await page(path)).html.includes(id)).toBe(true)
    expect(Date.now()).toBeGreaterThanOrEqual(at.getTime())
    expect((await page(`/support/notice/${id}`)).status).toBe(200)
    expect(await list()).toContain(id)
    expect(await next()).toEqual({ at: later, board: 'notice' })
    expect(await operator.page('/admin')).toContain('Next scheduled publication')
    await act(other.board_uuid, { action: 'withdraw' })
    expect(await next()).toBeNull()
  })

  test('whose second publication was scheduled and canceled is public again at once', async () => {
    const id = await published()
    const first = await act(id, { action: 'withdraw' })
    const { basis } = await operator.ask<{ basis: string }>('PATCH', `/api/admin/notices/${id}`, {
      ...TEXT,
      subject: '다시 공지',
      basis: first.basis,
    })
    const at = new Date(Date.now() + 7 * 86_400_000).toISOString()
    expect(await act(id, { action: 'publish', basis, at })).toMatchObject({ state: 'scheduled' })
    const canceled = await act(id, { action: 'withdraw' })
    const again = await act(id, { action: 'publish-again', basis: canceled.basis })
    expect([again.state, again.create_date]).toEqual(['published', first.create_date])
    expect(Date.parse(again.update_date ?? '')).toBeLessThanOrEqual(Date.now())
    const { status, html } = await page(`/support/notice/${id}`)
    expect([status, html]).toEqual([200, expect.stringContaining('다시 공지')])
  })

  test('without a text is never published; a missing language is no obstacle', async () => {
    for (const empty of [
      { contents: '', contents_en: '' },
      { subject: ' ', subject_en: '' },
      { contents: '<!-- -->\n\n&nbsp;', contents_en: '<script>x</script>' },
      { sub_category_id: '' },
    ]) {
      const { board_uuid: id, basis } = await write(empty)
      const answer = await operator.call('POST', `/api/admin/notices/${id}`, { action: 'publish', basis })
      expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'conflict' }])
      expect((await page(`/support/notice/${id}`)).status).toBe(404)
    }
    const id = await published({ subject_en: '', contents_en: '' })
    expect((await page(`/support/notice/${id}`, 'en')).html).toContain('Korean only')
  })

  test('that the site was filled with says since when it is public, can be corrected, and its text is kept', async () => {
    const open = await operator.ask<Answered>('GET', '/api/admin/notices/x-notice-1')
    expect(open.fields.contents).toBe('<p lang="ko">x의 본문 1</p>')
    expect(await operator.page('/admin/notices/x-notice-1')).toMatch(/<time dateTime="2026-10-30T01:00:00\.000Z">/i)
    const { basis } = await operator.ask<{ basis: string }>('PATCH', '/api/admin/notices/x-notice-1', {
      ...TEXT,
      basis: open.basis,
    })
    const { versions } = await act('x-notice-1', { action: 'publish', basis })
    expect(versions.map(({ version, subject }) => [version, subject])).toEqual([
      [2, '점검 안내'],
      [1, 'x notice 1 안내'],
    ])
  })

  test('with hostile or broken Markdown loses nothing and runs nothing', async () => {
    const broken = [
      '[x](',
      '![](',
      '| a |\n|---',
      '```',
      '\u0000\ud800',
      '<section lang="ko">',
      '[x](javascript:canary())',
    ]
    // What becomes of each: test/unit/functions/http/sanitize-html.test.ts.
    const hostile = HOSTILE_HTML.filter((_, at) => at % 10 === 0)
    for (const contents of [...hostile, ...broken]) {
      const { board_uuid: id } = await write({ contents: `앞\n\n${contents}`, contents_en: '' })
      const { fields, basis } = await operator.ask<Answered>('GET', `/api/admin/notices/${id}`)
      expect(fields.contents).toBe(`앞\n\n${contents}`.replaceAll('\0', '\ufffd').toWellFormed())
      await act(id, { action: 'publish', basis })
      const { html } = await page(`/support/notice/${id}`)
      const article = /<article[^]*<\/article>/.exec(html)?.[0] ?? ''
      expect(article).toContain('앞')
      expect(dangersOf(article), contents).toEqual([])
      await act(id, { action: 'withdraw' })
    }
  })
})

describe('while D1 fails', () => {
  const failing = { 'accept-language': 'en', 'x-binding-fault': 'DB fails' }
  const shown = async (board: 'notice' | 'faq', host: string) => {
    const body = JSON.stringify({ group_uuid: BOARD_GROUPS[board] })
    const headers = { ...failing, 'content-type': 'application/json' }
    const answers = await Promise.all([
      site.fetch(`http://${host}/support/${board}`, { headers: failing }),
      site.fetch(`http://${host}/api/board/selectList`, { method: 'POST', headers, body }),
    ])
    return Promise.all(answers.map(async (answer) => ({ status: answer.status, text: await answer.text() })))
  }
  const statuses = async (...of: Parameters<typeof shown>) => (await shown(...of)).map(({ status }) => status)
  const PARTNER = 'partner-b.example'

  test('the lists that were read before a publication are shown, whether it was made or became due', async () => {
    await page('/support/faq', 'en')
    await site.fetch(`http://${PARTNER}/support/faq`, { headers: { 'accept-language': 'en' } })
    const at = new Date(Date.now() + 1500)
    const { board_uuid: id, basis } = await write()
    await act(id, { action: 'publish', basis, at: at.toISOString() })
    await published()
    expect(await statuses('faq', PARTNER)).toEqual([200, 200])
    await expect.poll(() => list(), { timeout: 5000 }).toContain(id)
    for (const host of [PARTNER, 'www.example']) expect(await statuses('faq', host)).toEqual([200, 200])
  })

  test.each([
    ['withdrawn', async (id: string) => void (await act(id, { action: 'withdraw' }))],
    [
      'corrected',
      async (id: string) => {
        const { basis } = await operator.ask<Answered>('GET', `/api/admin/notices/${id}`)
        const saved = await operator.ask<Answered>('PATCH', `/api/admin/notices/${id}`, { ...TEXT, basis })
        await act(id, { action: 'publish', basis: saved.basis })
      },
    ],
  ])('what was %s is shown nowhere', async (_, change) => {
    const id = await published({ subject_en: 'Wrong' })
    expect((await page('/support/notice', 'en')).html).toContain('Wrong')
    expect((await shown('notice', 'www.example')).map(({ text }) => text.includes('Wrong'))).toEqual([true, true])
    await change(id)
    expect(await statuses('notice', 'www.example')).toEqual([502, 502])
    expect((await page('/support/notice', 'en')).html).not.toContain('Wrong')
  })
})

describe('questions', () => {
  test('stand in the order and with the priority that the operator gives them', async () => {
    const before = await list('faq')
    await act(before[2] ?? '', { action: 'move', up: true }, 'faq')
    expect(await list('faq')).toEqual([before[0], before[2], before[1]])
    await act(before[0] ?? '', { action: 'move', up: true }, 'faq')
    expect(await list('faq')).toEqual([before[0], before[2], before[1]])
    const top = async () => (await page('/support/faq')).html
    await act('x-faq-2', { action: 'priority', priority: true }, 'faq')
    expect(await top()).toContain('x faq 2 ')
    await act('x-faq-2', { action: 'priority', priority: false }, 'faq')
    expect(await top()).not.toContain('x faq 2 ')
  })
})

test('every action is a row of the log, and nobody without proof can do any', async () => {
  const id = await published()
  const { entries } = await operator.ask<{ entries: { action: string; subject: string }[] }>('GET', '/api/admin/log')
  expect(entries[0]).toMatchObject({ action: 'publish', subject: id })
  const refused = await site.fetch(`http://127.0.0.1/api/admin/notices/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://127.0.0.1' },
    body: JSON.stringify({ action: 'withdraw' }),
  })
  expect(refused.status).toBe(403)
  expect((await page(`/support/notice/${id}`)).status).toBe(200)
})
