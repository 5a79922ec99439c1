import { beforeAll, describe, expect, test } from 'vitest'
import type { WhatWaits } from '../../../app/admin/overview/what-waits.ts'
import type { ShownInquiry } from '../../../functions/commands/inquiries/reading.ts'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import type { DownloadRow } from '../../../functions/database/download.ts'
import type { SavedAnswerRow } from '../../../functions/database/saved-answer.ts'
import { breakableSite, type Fault, withBroken } from '../../support/broken-binding.ts'
import { formOnPage } from '../../support/form-on-page.ts'
import { ADMIN_TOKEN, type Operator, operatorWith, signIn } from '../../support/operator.ts'
import { pdf } from '../../support/sample-files.ts'
import { sampleBoards } from '../../support/boards.ts'
import { seedEmbedded } from '../../support/site.ts'
import { SALES, sendInquiry, upload } from '../../support/visitor-calls.ts'

/* The admin while one of its stores fails or hangs. */

const served = breakableSite({ UPSTREAM_TIMEOUT_MS: '3000' })
let operator: Operator
let cookie = ''
beforeAll(async () => {
  await seedEmbedded(served.site.env.DB, sampleBoards('x', { notices: 1, questions: 0 }), null)
  const begun = await served.site.fetch(`http://127.0.0.1/admin?token=${ADMIN_TOKEN}`, { redirect: 'manual' })
  cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  operator = await signIn(served.site)
})
/** The same operator whose requests find the stores broken. */
const during = (...faults: Fault[]) => operatorWith(withBroken(served.site, ...faults), { cookie })

async function receive(change: object = {}): Promise<string> {
  const answer = await sendInquiry(served.site, { ...SALES, ...change })
  const { receipt } = ((await answer.json()) as { data: Receipt }).data
  const delivered = async () =>
    (await operator.ask<ShownInquiry>('GET', `/api/admin/inquiries/${receipt}`).catch(() => null))?.inquiry.deliveredAt
  await expect.poll(delivered).toEqual(expect.any(String))
  return receipt
}
const shown = (receipt: string) => operator.ask<ShownInquiry>('GET', `/api/admin/inquiries/${receipt}`)
const newDraft = async () =>
  (
    await operator.ask<{ board_uuid: string }>('POST', '/api/admin/notices', {
      subject: 'Before',
      contents: 'Before',
      sub_category_id: 'all:n-service',
    })
  ).board_uuid

const lines = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
/** A page from the form on that has a word in its tag. */
const fromForm = (html: string, word: string) => html.slice(html.lastIndexOf('<form', html.indexOf(word)))

/** Fills in the form of a page, posts it while a store fails, and posts what the answer shows once the store works again. */
async function postTwice(
  page: string,
  path: string,
  field: string,
  typed: Record<string, string | File>,
  action: string,
  ...faults: Fault[]
) {
  const { fields } = formOnPage(await operator.page(page), field)
  const failed = await during(...faults).post(path, { ...fields, ...typed, ...(action && { action }) })
  const html = await failed.text()
  expect(failed.status, html).toBe(500)
  // In a form with files a browser sends both ends of a line.
  const again = { fields: lines(formOnPage(html, field).fields) }
  const files = Object.entries(typed).filter(([, value]) => value instanceof File)
  const texts = Object.entries(typed).filter(([, value]) => !(value instanceof File))
  expect(again.fields).toMatchObject({ ...fields, ...Object.fromEntries(texts), ...(action && { action }) })
  expect(html).toContain(`action="${path}"`)
  for (const [name] of files) {
    expect(html).toMatch(new RegExp(`<input[^>]*type="file"[^>]*name="${name}"`))
    expect(html).toContain('Choose them again')
  }
  return { html, sent: await operator.post(path, { ...again.fields, ...Object.fromEntries(files) }) }
}

describe('what an operator has typed comes back where a store fails, and is stored once when it is sent again:', () => {
  const LONG = '첫 줄\n\n"Second" <line> & 둘째'

  test.each([
    ['an answer', 'DB=fail', {}],
    ['an answer with a file', 'FILES=fail', { files: pdf('offer.pdf', 2000) }],
  ] as const)('%s', async (_, fault, files) => {
    const receipt = await receive()
    const page = `/admin/inquiries/${receipt}`
    const { html, sent } = await postTwice(page, `${page}/answers`, 'text', { text: LONG, ...files }, 'send', fault)
    expect(html).toMatch(/<textarea[^>]*name="text"/)
    expect(sent.status).toBe(303)
    const answers = (await shown(receipt)).thread.filter(({ kind }) => kind === 'answer')
    expect(answers).toMatchObject([{ text: LONG, files: Object.keys(files).map(() => ({ name: 'offer.pdf' })) }])
  })

  test('a note', async () => {
    const receipt = await receive()
    const page = `/admin/inquiries/${receipt}`
    const { html, sent } = await postNote(page, LONG)
    expect(sent.status).toBe(303)
    const again = await operator.post(`${page}/notes`, formOnPage(html, 'text').fields)
    expect(again.status).toBe(303)
    expect((await shown(receipt)).thread.filter(({ kind }) => kind === 'note')).toMatchObject([{ text: LONG }])
  })
  async function postNote(page: string, text: string) {
    const html = await operator.page(page)
    const note = formOnPage(fromForm(html, '/notes"'), 'text')
    const failed = await during('DB=fail').post(`${page}/notes`, { ...note.fields, text })
    expect(failed.status).toBe(500)
    const shownAgain = await failed.text()
    expect(shownAgain).toContain(`action="${page}/notes"`)
    return { html: shownAgain, sent: await operator.post(`${page}/notes`, formOnPage(shownAgain, 'text').fields) }
  }

  test('a saved answer', async () => {
    const title = `Saved ${crypto.randomUUID()}`
    const typed = { title, text: LONG, text_en: LONG }
    const html = await operator.page('/admin/answers')
    const { fields } = formOnPage(html.slice(html.indexOf('id="add"')), 'title')
    const failed = await during('DB=fail').post('/admin/answers', { ...fields, ...typed, action: 'save' })
    expect(failed.status).toBe(500)
    const again = formOnPage(await failed.text(), 'title').fields
    expect(again).toMatchObject(typed)
    for (let times = 0; times < 2; times++) expect((await operator.post('/admin/answers', again)).status).toBe(303)
    const saved = await operator.ask<SavedAnswerRow[]>('GET', '/api/admin/answers')
    expect(saved.filter((one) => one.title === title)).toMatchObject([{ text: LONG, text_en: LONG }])
  })

  test.each([
    ['an entry', 'DB=fail', {}, 'save'],
    ['an entry with a picture', 'FILES=fail', { file: pdf('price.pdf', 2000), alt: 'Our prices' }, 'add-file'],
  ] as const)('%s', async (_, fault, file, action) => {
    const id = await newDraft()
    const path = `/admin/notices/${id}`
    const typed = { subject: '새 제목', contents: LONG, ...file }
    const { sent } = await postTwice(path, path, 'subject', typed, action, fault)
    expect(sent.status).toBe(303)
    type Stored = { fields: { subject: string; contents: string } }
    const { fields } = await operator.ask<Stored>('GET', `/api/admin/notices/${id}`)
    expect(fields.subject).toBe('새 제목')
    expect(fields.contents.startsWith(LONG)).toBe(true)
    expect(fields.contents.includes('Our prices')).toBe(action === 'add-file')
  })

  test('a maintenance', async () => {
    const typed = { start: '2099-01-01T00:00', hours: '3', minutes: '0', reason_ko: '정기 점검', reason_en: 'Update' }
    const { sent } = await postTwice('/admin/maintenance', '/admin/maintenance', 'start', typed, 'on', 'CACHE=fail')
    expect(sent.status).toBe(303)
    expect(await operator.page('/admin/maintenance')).toContain('정기 점검')
    await operator.post('/admin/maintenance', { action: 'off' })
  })

  test.each(['DB=fail', 'FILES=fail'] as const)('a document, with %s', async (fault) => {
    const path = '/admin/downloads'
    const title = `Guide ${crypto.randomUUID()}`
    const typed = { title_en: title, category: '안내서', file: pdf('guide.pdf', 2000) }
    const { html, sent } = await postTwice(path, path, 'title', typed, 'add', fault)
    expect(sent.status).toBe(303)
    await operator.post(path, { ...formOnPage(html, 'title').fields, file: pdf('guide.pdf', 2000) })
    const rows = await operator.ask<(DownloadRow & { title_en: string })[]>('GET', '/api/admin/downloads')
    expect(rows.filter((row) => row.title_en === title)).toHaveLength(1)
  })

  test('in Korean, without a word of what was typed in the log', async () => {
    const mark = crypto.randomUUID()
    const post = (language: string) =>
      operatorWith(
        {
          fetch: (address, init) => {
            const headers = new Headers(init?.headers)
            headers.set('accept-language', language)
            return withBroken(served.site, 'DB=fail').fetch(address, { ...init, headers })
          },
        },
        { cookie },
      ).post('/admin/answers', { action: 'save', title: mark, text: mark })
    expect(await (await post('ko')).text()).toContain('작성하신 내용')
    expect(JSON.stringify(served.site.logged())).not.toContain(mark)
  })
})

describe('the overview', () => {
  const UNKNOWN = 'Not known at the moment'

  test.each([
    ['CACHE', ['maintenance']],
    ['DB', ['waiting', 'mail', 'failedAnswers', 'pausedSince', 'unmarked', 'nextDestruction', 'nextPublication']],
  ] as const)('is there while %s fails or hangs, and says what is not known', async (binding, unknown) => {
    const all = Object.keys(await operator.ask<WhatWaits>('GET', '/api/admin'))
    expect(all).toEqual(expect.arrayContaining([...unknown]))
    for (const how of ['fail', 'hang'] as const) {
      const fault: Fault = `${binding}=${how}`
      const answer = await during(fault).get('/admin')
      const page = await answer.text()
      expect(answer.status, page).toBe(200)
      expect(page).toContain(UNKNOWN)
      // It is where an operator looks for what fails.
      expect(page).toContain('Some systems do not respond')
      const data = await during(fault).ask<WhatWaits>('GET', '/api/admin')
      for (const part of all) if ((unknown as readonly string[]).includes(part)) expect(data).not.toHaveProperty(part)
      for (const part of ['checks', 'remote']) expect(data).toHaveProperty(part)
      if (binding !== 'DB') expect(data).toHaveProperty('waiting')
    }
  })

  test('says nothing of that kind while everything works', async () => {
    expect(await operator.page('/admin')).not.toContain(UNKNOWN)
  })
})

describe('the page of an inquiry', () => {
  test('is there while the store of files fails or hangs, and names its files', async () => {
    const file_ref_id = (
      (await (await upload(served.site, [pdf('offer.pdf', 2000)])).json()) as {
        data: string
      }
    ).data
    const receipt = await receive({ content: 'Words beside a file', file_ref_id })
    for (const fault of ['FILES=fail', 'FILES=hang'] as const) {
      const answer = await during(fault).get(`/admin/inquiries/${receipt}`)
      const page = await answer.text()
      expect(answer.status, page).toBe(200)
      expect(page).toContain('Words beside a file')
      expect(page).toContain('offer.pdf')
      expect((await during(fault).get(`/admin/inquiries/${receipt}/destroy`)).status).toBe(200)
      const data = await during(fault).ask<ShownInquiry>('GET', `/api/admin/inquiries/${receipt}`)
      expect(data.files).toMatchObject([{ name: 'offer.pdf' }])
    }
  })
})

describe('a publication that the caches cannot be told of', () => {
  const announced = async () =>
    (JSON.parse((await served.site.env.CACHE.get('content-version')) ?? '{"number":0}') as { number: number }).number
  const counted = async () =>
    (await served.site.env.DB.prepare('SELECT number FROM content_version').first<{ number: number }>())?.number
  const visit = async (id: string) => (await served.site.fetch(`http://www.example/support/notice/${id}`)).status

  test('is done: it is seen at once, is no failure, and the next minute tells the caches', async () => {
    const id = await newDraft()
    const path = `/admin/notices/${id}`
    const press = async (by: Operator, action: string) => {
      const { fields } = formOnPage(await operator.page(path), 'subject')
      return by.post(path, { ...fields, action, confirmed: 'yes' })
    }
    expect((await press(operator, 'publish')).headers.get('location')).toContain('done=published')
    expect(await visit(id)).toBe(200)
    const answer = await press(during('CACHE.put=fail'), 'withdraw')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?done=withdrawn`])
    expect(await visit(id)).toBe(404)
    expect(await announced()).toBeLessThan((await counted()) ?? 0)
    await served.site.scheduled(new Date(), '* * * * *')
    await expect.poll(announced).toBe(await counted())
  })

  test('of a new document is one document', async () => {
    const title = `Guide ${crypto.randomUUID()}`
    const { fields } = formOnPage(await operator.page('/admin/downloads'), 'title')
    const add = (by: Operator) =>
      by.post('/admin/downloads', { ...fields, title, action: 'add', file: pdf('guide.pdf', 2000) })
    expect((await add(during('CACHE.put=fail'))).status).toBe(303)
    expect((await add(operator)).status).toBe(303)
    const rows = await operator.ask<(DownloadRow & { title: string })[]>('GET', '/api/admin/downloads')
    expect(rows.filter((row) => String(row.title) === title)).toHaveLength(1)
    expect(await announced()).toBe(await counted())
  })
})
