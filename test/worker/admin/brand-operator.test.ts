import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { brandToken } from '../../../functions/contract/brand-token.ts'
import { MEGABYTE } from '../../../functions/contract/attachments.ts'
import { brands } from '../../../functions/brand/hosts.ts'
import type { LogEntry } from '../../../functions/database/admin-log.ts'
import type { EditedEntry } from '../../../functions/database/board-entry.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { writingOf } from '../../support/planted-brand.ts'
import { pdf } from '../../support/sample-files.ts'
import { embeddedSite } from '../../support/shared-sites.ts'
import { SALES, sendInquiry } from '../../support/visitor-calls.ts'

/* What an operator of one brand can do. What he cannot is in test/worker/isolation/operators.test.ts. */

const HOSTS = { a: 'partner-a.example', b: 'partner-b.example', all: 'www.example' }
const served = embeddedSite()
let all: Operator
let a: Operator
let b: Operator
beforeAll(async () => {
  all = await signIn(served.site)
  a = await signIn(served.site, 'partner-a')
  b = await signIn(served.site, 'partner-b')
})

const receive = async (host: string, change: object = {}) => {
  const answer = await sendInquiry(served.site, { ...SALES, ...change }, { host })
  return ((await answer.json()) as { data: { receipt: string } }).data.receipt
}
const publicPage = async (host: string, path: string) => {
  const answer = await served.site.fetch(`http://${host}${path}`)
  return { status: answer.status, html: await answer.text() }
}
type Entry = Pick<EditedEntry, 'own' | 'has_draft' | 'white_label' | 'versions' | 'revision'> & {
  basis: string
  fields: { subject: string }
}
/** The key of a file that an operator sends. */
const keptBy = async (operator: Operator) => {
  const answer = await operator.post('/api/admin/files', { file: pdf('kept.pdf', 300) })
  return ((await answer.json()) as { data: { file_key: string } }).data.file_key
}
const previewOf = async (operator: Operator, id: string) => {
  const asked = { action: 'preview', language: 'ko' }
  const { address } = await operator.ask<{ address: string }>('POST', `/api/admin/notices/${id}`, asked)
  return address.replace(/^http:\/\/[^/]*/, '')
}
const entryOf = (operator: Operator, id: string) => operator.ask<Entry>('GET', `/api/admin/notices/${id}`)

describe('an operator of one brand', () => {
  test('publishes for that brand, and offers documents there', async () => {
    const word = `own-${crypto.randomUUID().slice(0, 8)}`
    const id = await writingOf(a, word).publish('notices', 'notice')
    const { data } = (await (await a.post('/api/admin/files', { file: pdf('own.pdf', 300) })).json()) as {
      data: { file_key: string }
    }
    await a.ask('POST', '/api/admin/downloads', { file_key: data.file_key, title: `${word}-document` })
    for (const [host, isShown] of [
      [HOSTS.a, true],
      [HOSTS.b, false],
      [HOSTS.all, false],
    ] as const) {
      expect((await publicPage(host, `/support/notice/${id}`)).status).toBe(isShown ? 200 : 404)
      expect((await publicPage(host, '/content/downloads')).html.includes(word)).toBe(isShown)
    }
    const name = brands.find(({ id }) => id === 'partner-a')?.name.en ?? ''
    const row = new RegExp(`${word}-document</strong><span class="mark[^>]*>[^<]*</span><span class="mark">${name}<`)
    expect(await all.page('/admin/downloads'), 'Who looks after all brands sees whose it is.').toMatch(row)
  })

  test('moves its questions among its own, and no other brand’s order changes', async () => {
    const orderOf = async (operator: Operator) =>
      (await operator.ask<{ entries: { board_uuid: string }[] }>('GET', '/api/admin/faq')).entries.map(
        ({ board_uuid }) => board_uuid,
      )
    const first = await writingOf(a, 'first').publish('faq', 'one')
    const between = await writingOf(b, 'between').publish('faq', 'two')
    const last = await writingOf(a, 'last').publish('faq', 'three')
    const before = await orderOf(all)
    const own = before.filter((id) => id === first || id === last)
    expect(await a.page('/admin/faq/order')).not.toContain(between)
    await a.ask('POST', `/api/admin/faq/${own[1]}`, { action: 'move', up: true })
    const after = await orderOf(all)
    const swapped = before.map((id) => (id === own[0] ? own[1] : id === own[1] ? own[0] : id))
    expect(after).toEqual(swapped)
    await a.ask('POST', `/api/admin/faq/${own[1]}`, { action: 'move', among: 'all', up: false })
    expect(await orderOf(all)).toEqual(before)
  })

  test('reads a text of all brands with each title and text in its language, and its heading in that of the page', async () => {
    const entry = {
      sub_category_id: 'all:n-service',
      subject: '점검',
      subject_en: 'Service',
      contents: '본문',
      contents_en: 'Text',
    }
    const { board_uuid: id, basis } = await all.ask<{ board_uuid: string; basis: string }>(
      'POST',
      '/api/admin/notices',
      entry,
    )
    await all.ask('POST', `/api/admin/notices/${id}`, { action: 'publish', basis })
    for (const [language, korean] of [
      ['ko', '한국어'],
      ['en', 'Korean'],
    ] as const) {
      const page = await a.page(`/admin/notices/${id}`, language)
      const [section = ''] = new RegExp(`<section[^>]*aria-label="${korean}"[^]*?</section>`).exec(page) ?? []
      expect(section).toContain('<h2 lang="ko">점검</h2>')
      expect(section).toMatch(/<div[^>]* lang="ko"><p>본문<\/p>/)
      expect(section.split('>')[0]).not.toContain('lang=')
    }
  })

  test('sees the counts and arrivals of that brand', async () => {
    const counted = async (operator: Operator) =>
      (await operator.ask<{ waiting: { new: { n: number } } }>('GET', '/api/admin')).waiting.new.n
    const since = Date.now() - 1
    const [before, ofB] = [await counted(a), await counted(b)]
    await receive(HOSTS.a)
    await receive(HOSTS.b)
    expect([await counted(a), await counted(b)]).toEqual([before + 1, ofB + 1])
    expect(await a.ask('GET', `/api/admin/arrivals?since=${since}`)).toEqual({ n: 1, more: false })
  })

  test('is told nothing by what changes at another brand', async () => {
    const told = async () => [
      await a.ask('GET', '/api/admin'),
      await a.ask('GET', '/api/admin/categories'),
      (await a.ask<{ counts: object[] }>('GET', '/api/admin/inquiries')).counts,
    ]
    const before = await told()
    const [processed, answered] = [await receive(HOSTS.b), await receive(HOSTS.b)]
    await b.ask('PATCH', `/api/admin/inquiries/${processed}`, { processed: true })
    await b.ask('POST', `/api/admin/inquiries/${answered}/claim`)
    const { publish, write } = writingOf(b, 'other')
    await write('notices', 'draft')
    await publish('notices', 'scheduled', new Date(Date.now() + 3_600_000).toISOString())
    await served.site.env.DB.prepare("UPDATE inquiry SET state = 'undelivered' WHERE receipt = ?").bind(answered).run()
    expect(await told()).toEqual(before)
    const ofB = await b.ask<Record<string, unknown>>('GET', '/api/admin')
    expect([ofB.nextDestruction, ofB.nextPublication]).not.toContain(null)
    await served.site.env.DB.prepare("UPDATE inquiry SET state = 'new' WHERE receipt = ?").bind(answered).run()
  })

  test('reads in its log what was done with its records, whoever did it', async () => {
    const logOf = (operator: Operator) =>
      operator.ask<{ entries: LogEntry[] }>('GET', '/api/admin/log').then(({ entries }) => entries)
    const [ofA, ofB] = [await receive(HOSTS.a), await receive(HOSTS.b)]
    for (const receipt of [ofA, ofB]) await all.ask('PATCH', `/api/admin/inquiries/${receipt}`, { processed: true })
    const subjects = (await logOf(a)).map(({ subject }) => subject)
    expect(subjects).toContain(ofA)
    expect(subjects).not.toContain(ofB)
    expect(new Set((await logOf(a)).map(({ brand_id }) => brand_id))).toEqual(new Set(['partner-a']))
    const tried = await b.postMany('/admin/inquiries', [
      ['receipt', ofA],
      ['action', 'export'],
    ])
    expect(await tried.text()).not.toContain(ofA)
    const { log } = await a.ask<{ log: LogEntry[] }>('GET', `/api/admin/inquiries/${ofA}`)
    expect(log.map(({ action }) => action)).toEqual(['mark-processed'])
    await a.page('/admin/inquiries?brand=partner-b')
    expect((await logOf(a))[0]).toMatchObject({ action: 'list', subject: '', brand_id: 'partner-a' })
  })

  test('has saved answers of its own, which no other brand sees', async () => {
    const title = `Greeting ${crypto.randomUUID()}`
    const { id } = await a.ask<{ id: string }>('POST', '/api/admin/answers', { title, text: 'Hello.' })
    const ofA = await a.ask<{ id: string; brand_id: string }[]>('GET', '/api/admin/answers')
    expect(ofA.find((one) => one.id === id)?.brand_id).toBe('partner-a')
    expect(await b.page('/admin/answers')).not.toContain(title)
    const receipt = await receive(HOSTS.b)
    expect(await b.page(`/admin/inquiries/${receipt}`)).not.toContain(title)
  })

  test('keeps a text that names a file of another brand on the page, and does not save it', async () => {
    const file = new File(['%PDF-1.7'], 'draft.pdf')
    const { data } = (await (await b.post('/api/admin/files', { file })).json()) as { data: { address: string } }
    const { write } = writingOf(a, 'mine')
    const { board_uuid: id, basis } = await write('notices', 'text')
    const answer = await a.post(`/admin/notices/${id}`, {
      action: 'save',
      basis,
      subject: 'Changed',
      contents: `[x](${data.address})`,
    })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('The text names a file that is not there.')
    expect(page).toContain('value="Changed"')
    expect((await entryOf(a, id)).fields.subject).toBe('mine-text')
  })

  test('names no file of another brand, however its address is written', async () => {
    const [own, foreign] = [await keptBy(a), await keptBy(b)]
    const spellings = [
      `[x](/content\\/${foreign}/a.pdf)`,
      `[x](/content&#47;${foreign}/a.pdf)`,
      `[x](&sol;content/${foreign}/a.pdf)`,
      `<a href="/c&#111;ntent/${foreign}/a.pdf">x</a>`,
      `![x](/content/${foreign.replace('-', '&#45;')}/a.png)`,
      `[x](/content/${own}/content/${foreign}/a.pdf)`,
      `<!-- /content/${foreign}/a.pdf -->`,
      `[x]: /content/${foreign}/a.pdf`,
    ]
    const { board_uuid: id, basis } = await writingOf(a, 'spelt').write('notices', 'text')
    for (const contents of spellings) {
      expect((await a.call('POST', '/api/admin/notices', { contents })).status, contents).toBe(400)
      const changed = await a.call('PATCH', `/api/admin/notices/${id}`, { basis, contents_en: contents })
      expect(changed.status, contents).toBe(400)
    }
    const offered = await a.call('POST', '/api/admin/downloads', { file_key: foreign, title: 'x' })
    expect(offered.status).toBe(404)
    await a.ask('PATCH', `/api/admin/notices/${id}`, { basis, contents: `[x](/content\\/${own}/a.pdf)` })
  })

  test('opens no file of another brand by a text that was saved for it', async () => {
    const foreign = await keptBy(b)
    const { board_uuid: id, basis } = await writingOf(a, 'given').write('notices', 'text')
    const saved = await all.ask<{ basis: string }>('PATCH', `/api/admin/notices/${id}`, {
      basis,
      subject: 'Given',
      contents: `[x](/content\\/${foreign}/a.pdf)`,
      sub_category_id: 'all:n-service',
      white_label: 'partner-a',
    })
    const shown = await publicPage(HOSTS.a, await previewOf(a, id))
    expect(shown.html.includes(`href="/content/${foreign}/a.pdf"`)).toBe(true)
    const published = await a.call('POST', `/api/admin/notices/${id}`, { action: 'publish', basis: saved.basis })
    expect(published.status).toBe(400)
    expect((await publicPage(HOSTS.a, `/content/${foreign}/a.pdf`)).status).toBe(404)
  })
})

test.each(['/api/admin/categories', '/api/admin/maintenance'])(
  'POST %s is refused once the call has been sent: whoever is still sending reads no answer',
  async (path) => {
    const { url } = served.site
    const token = await brandToken(ADMIN_TOKEN, 'partner-a')
    const { headers } = await served.site.fetch(`${url.origin}/admin?token=${token}`, { redirect: 'manual' })
    const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const body = Buffer.alloc(MEGABYTE)
    const post = request(new URL(path, url), {
      method: 'POST',
      headers: { cookie, origin: url.origin, 'content-type': 'application/json', 'content-length': body.length },
    })
    let answer: IncomingMessage | undefined
    const answered = new Promise<void>((done, fail) => {
      post.on('error', fail)
      post.on('response', (response: IncomingMessage) => {
        answer = response.resume()
        done()
      })
    })
    post.write(body.subarray(0, 1000))
    await sleep(500)
    expect(answer?.statusCode).toBeUndefined()
    post.end(body.subarray(1000))
    await answered
    expect(answer?.statusCode).toBe(403)
  },
)

test('an entry that goes from one brand to another takes along nothing that was not public', async () => {
  const id = await writingOf(a, 'moving').publish('notices', 'published')
  const preview = await previewOf(a, id)
  expect((await publicPage(HOSTS.a, preview)).html.includes('moving-published')).toBe(true)
  const { basis } = await entryOf(all, id)
  const change = { sub_category_id: 'all:n-service', contents: 'Secret plan.', white_label: 'partner-b' }
  const saved = await all.ask<{ basis: string }>('PATCH', `/api/admin/notices/${id}`, {
    ...change,
    subject: 'For the other one',
    basis,
  })
  const seen = await entryOf(a, id)
  expect(seen).toMatchObject({ own: false, has_draft: false, white_label: 'partner-a', versions: [] })
  expect(seen.fields.subject).toBe('moving-published')
  expect(await a.page('/admin/notices')).not.toContain('For the other one')
  const previewed = (await publicPage(HOSTS.a, preview)).html
  expect(previewed.includes('Secret plan.'), 'An address from before shows what visitors read.').toBe(false)
  expect((await a.call('POST', `/api/admin/notices/${id}`, { action: 'withdraw' })).status).toBe(403)
  expect((await b.call('GET', `/api/admin/notices/${id}`)).status).toBe(404)

  await all.ask('POST', `/api/admin/notices/${id}`, { action: 'publish', basis: saved.basis })
  expect((await a.call('GET', `/api/admin/notices/${id}`)).status).toBe(404)
  const moved = await entryOf(b, id)
  expect(moved).toMatchObject({ own: true, white_label: 'partner-b' })
  expect(
    moved.versions.map(({ version }) => version),
    'The version of the brand before stays there.',
  ).toEqual([2])
  const back = { action: 'bring-back', version: 1, basis: moved.basis }
  expect((await b.call('POST', `/api/admin/notices/${id}`, back)).status).toBe(404)
})
