import { unpackTar } from 'modern-tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WhatWaits } from '../../../app/admin/overview/what-waits.ts'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import type { LogEntry } from '../../../functions/database/admin-log.ts'
import { formOnPage } from '../../support/form-on-page.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { pdf } from '../../support/sample-files.ts'
import { type Site, startSite } from '../../support/site.ts'
import { SALES, sendInquiry, upload } from '../../support/visitor-calls.ts'
import { mail, REPLY_DOMAIN, replyTo } from '../../support/visitor-mail.ts'

/* What a person may ask of what is kept of one address (PIPA 35 to 37). */
let site: Site
let operator: Operator
let partner: Operator
beforeAll(async () => {
  site = await startSite({ vars: { ADMIN_TOKEN, MAIL_FROM: 'site@vcp-x.example', REPLY_DOMAIN } })
  operator = await signIn(site)
  partner = await signIn(site, 'partner-a')
})
afterAll(() => site.close())

const PEOPLE = '/admin/people'
const log = async () => (await operator.ask<{ entries: LogEntry[] }>('GET', '/api/admin/log')).entries
async function send(change: object, host = 'www.example'): Promise<string> {
  const answer = await sendInquiry(site, { ...SALES, ...change }, { host })
  return ((await answer.json()) as { data: Receipt }).data.receipt
}
async function withFile(email: string, subject: string, name = '견적 요청.pdf'): Promise<string> {
  const { data: file_ref_id } = (await (await upload(site, [pdf(name, 300)])).json()) as { data: string }
  return send({ inquiry_mail: email, subject, file_ref_id })
}
/** An answer to an inquiry, and what somebody writes back. */
async function reply(receipt: string, from: string, text: string): Promise<void> {
  const to = await replyTo(site, receipt)
  expect(await site.email(from, to, mail(from, to, crypto.randomUUID(), text))).toBe(null)
}
const answer = (receipt: string) =>
  operator.ask<{ id: string }>('POST', `/api/admin/inquiries/${receipt}/answers`, {
    text: 'It costs 100.',
    seen: receipt,
  })
const stateOf = async (receipt: string) =>
  (await site.sql('SELECT state FROM inquiry WHERE receipt = ?', receipt))[0]?.state
const tarOf = async (who: Operator, email: string) => {
  const archive = await who.get(`${PEOPLE}.tar?email=${encodeURIComponent(email)}`)
  const entries = await unpackTar(new Uint8Array(await archive.arrayBuffer()))
  return { archive, files: new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? [])])) }
}
const json = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(name))) as Record<string, never>

test('everything of one address is found in every spelling, of the operator’s brands alone, and the log has no address', async () => {
  const first = await send({ inquiry_mail: 'Kim@Gaon.example', subject: 'Person one' })
  const second = await send({ inquiry_mail: ' kim@gaon.example', subject: 'Person two' })
  const other = await send({ inquiry_mail: 'kim@gaon.example', subject: 'Person at the partner' }, 'partner-a.example')
  await send({ inquiry_mail: 'lee@gaon.example', subject: 'Somebody else' })
  const page = await operator.page(`${PEOPLE}?email=KIM@gaon.EXAMPLE`)
  for (const text of ['Person one', 'Person two', 'Person at the partner', 'inquiries: 3']) expect(page).toContain(text)
  expect(page).not.toContain('Somebody else')
  const [row] = await log()
  expect(row).toMatchObject({ action: 'show-person', subject: [other, second, first].join(' ') })
  expect(JSON.stringify(await log())).not.toContain('kim@')
  expect(await operator.page('/admin/log', 'ko')).toContain('한 사람의 개인정보를 조회했습니다(문의 3건)')

  const own = await partner.page(`${PEOPLE}?email=kim@gaon.example`)
  expect(own).toContain('Person at the partner')
  expect(own).not.toContain('Person one')
  const { files } = await tarOf(partner, 'kim@gaon.example')
  expect([...files.keys()].filter((name) => name.endsWith('inquiry.json'))).toEqual([`inquiries/${other}/inquiry.json`])
  await send({ inquiry_mail: 'kim@가온.example', subject: 'Of a domain in Korean' })
  const korean = await operator.page(`${PEOPLE}?email=${encodeURIComponent('KIM@가온.example')}`)
  expect(korean).toContain('What is kept of kim@가온.example')
  expect(korean).toContain('Of a domain in Korean')
  expect(korean).not.toContain('xn--')
  expect(await operator.page(`${PEOPLE}?email=kim`, 'ko')).toContain('올바른 이메일 주소를 입력해 주세요')
  expect(await operator.page(`${PEOPLE}?email=nobody@gaon.example`)).toContain('Nothing is kept of this address.')
})

test('the archive has every field, message and file, also what was written about inquiries of others, and no note', async () => {
  const receipt = await withFile('park@gaon.example', 'To be archived')
  await answer(receipt)
  await reply(receipt, 'park@gaon.example', 'Thank you, and 200?')
  await operator.ask('POST', `/api/admin/inquiries/${receipt}/notes`, { text: 'Only for colleagues' })
  const others = await send({ inquiry_mail: 'choi@gaon.example', subject: 'Of a colleague' })
  await answer(others)
  await reply(others, 'park@gaon.example', 'I answer for Choi.')
  const { archive, files } = await tarOf(operator, 'park@gaon.example')
  expect(archive.headers.get('content-type')).toBe('application/x-tar')
  expect(archive.headers.get('content-disposition')).toMatch(/filename="person-[\d-]+\.tar"/)
  const folder = `inquiries/${receipt}`
  expect(json(files, `${folder}/inquiry.json`)).toMatchObject({
    receipt,
    state: 'new',
    fields: { inquiry_mail: 'park@gaon.example', subject: 'To be archived', content: SALES.content },
    files: [{ name: '견적 요청.pdf', path: `${folder}/files/1-견적 요청.pdf` }],
    messages: [
      { kind: 'answer', to: 'park@gaon.example', text: 'It costs 100.' },
      { kind: 'reply', from: 'park@gaon.example', text: 'Thank you, and 200?' },
    ],
  })
  const [row] = await site.sql('SELECT upload_id AS id FROM inquiry_upload WHERE receipt = ?', receipt)
  const stored = await site.env.FILES.get(`files/${String(row?.id)}/000`)
  expect(files.get(`${folder}/files/1-견적 요청.pdf`)).toEqual(Buffer.from((await stored?.arrayBuffer()) ?? []))
  const [elsewhere = ''] = [...files.keys()].filter((name) => /^messages\/.*\/message\.json$/.test(name))
  expect(json(files, elsewhere)).toMatchObject({ kind: 'reply', from: 'park@gaon.example', text: 'I answer for Choi.' })
  const all = [...files.values()].map(String).join('\n')
  for (const text of ['Of a colleague', 'Only for colleagues', '"local"']) expect(all).not.toContain(text)
  expect((await log())[0]).toMatchObject({ action: 'export-person', subject: `${receipt} ${others}` })
})

test('every system can unpack the archive: no name in it is too long or has a sign that Windows refuses', async () => {
  const name = `견적: ${'가'.repeat(150)}?.pdf`
  const receipt = await withFile('long@gaon.example', 'A long name', name)
  const { files } = await tarOf(operator, 'long@gaon.example')
  const path = `inquiries/${receipt}/files/1-견적_ ${'가'.repeat(76)}.pdf`
  expect(json(files, `inquiries/${receipt}/inquiry.json`)).toMatchObject({ files: [{ name, path }] })
  expect(files.get(path)?.length).toBeGreaterThan(0)
})

test('all of it is destroyed once the word is typed, each with its row of the log, and nothing of others', async () => {
  const [one, two] = [
    await withFile('jung@gaon.example', 'First of Jung'),
    await send({ inquiry_mail: 'jung@gaon.example' }),
  ]
  const others = await send({ inquiry_mail: 'yoon@gaon.example', subject: 'Of Yoon' })
  const { id } = await answer(others)
  await site.sql("UPDATE message SET state = 'bounced' WHERE id = ?", id)
  await operator.ask('POST', `/api/admin/inquiries/${others}/answers/${id}/again`, { to: 'Jung@gaon.example' })
  await reply(others, 'jung@gaon.example', 'Jung writes here.')
  const filesOf = async () => (await site.env.FILES.list({ prefix: `conversation/${others}/` })).objects.length
  expect(await filesOf()).toBe(1)
  const [upload_] = await site.sql('SELECT upload_id AS id FROM inquiry_upload WHERE receipt = ?', one)
  const mailsToJung = () =>
    site.sql("SELECT state FROM mail WHERE receipt = ? AND lower(recipients) LIKE '%jung@%'", others)
  await expect.poll(mailsToJung).toEqual([{ state: 'handed-over' }])
  const { fields } = formOnPage(await operator.page(`${PEOPLE}?email=jung@gaon.example`), 'word')
  const post = (word: string, receipts = [two, one]) =>
    operator.postMany(PEOPLE, [
      ...Object.entries({ ...fields, action: 'destroy', word }).filter(([name]) => name !== 'receipt'),
      ...receipts.map((receipt): [string, string] => ['receipt', receipt]),
    ])
  const later = await send({ inquiry_mail: 'jung@gaon.example', subject: 'Came after the look' })

  const wrong = await post('destory')
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Nothing has been destroyed yet')
  expect(await Promise.all([one, two].map(stateOf))).toEqual(['new', 'new'])

  const stranger = await send({ inquiry_mail: 'stranger@gaon.example' })
  const done = await post('파기', [two, one, stranger])
  const told = done.headers.get('location') ?? ''
  expect(told).toContain('done=2&refused=0&failed=0&messages=2')
  expect(await operator.page(told)).toContain(
    'Destroyed: 2. Messages on inquiries of other people that were removed: 2.',
  )
  const again = (await post('파기')).headers.get('location') ?? ''
  expect(await operator.page(again)).toContain('There was nothing left to destroy.')
  expect(await Promise.all([one, two, later, others, stranger].map(stateOf))).toEqual([
    'destroyed',
    'destroyed',
    'new',
    'new',
    'new',
  ])
  expect(await site.env.FILES.get(`files/${String(upload_?.id)}/000`)).toBeNull()
  const { thread } = await operator.ask<{ thread: { kind: string; text: string }[] }>(
    'GET',
    `/api/admin/inquiries/${others}`,
  )
  expect(thread.map(({ kind }) => kind)).toEqual(['inquiry', 'answer'])
  expect(await filesOf()).toBe(0)
  expect(JSON.stringify(await site.sql('SELECT * FROM message'))).not.toMatch(/jung@/i)
  expect(await mailsToJung()).toEqual([])
  const rows = (await log()).map(({ action, subject }) => `${action} ${subject}`)
  for (const row of [`destroy ${one}`, `destroy ${two}`, `forget-messages ${others}`]) expect(rows).toContain(row)
  expect(rows).not.toContain(`destroy ${later}`)
  // In the log of the brand too, whose inquiry it was.
  const forgotten = (await log()).find(({ action }) => action === 'forget-messages')
  expect(forgotten).toMatchObject({ brand_id: 'vcp-x' })
})

test('a request is due ten days after it came, stands on the overview until it is answered, and goes with its address', async () => {
  const seoul = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(ms)
  const DAY = 86_400_000
  const asked_on = seoul(Date.now() - 8 * DAY)
  const note = { action: 'note', email: 'Han@Gaon.example', kind: 'erasure', asked_on, brand: 'vcp-x' }
  const told = async (fields: Record<string, string>) =>
    (await operator.post(PEOPLE, fields)).headers.get('location') ?? ''
  const page = await told(note)
  const id = new URL(page, 'http://a').searchParams.get('request') ?? ''
  expect(await operator.page(page)).toContain('The request was noted.')
  // Also of another rendering of the page, after the browser’s Back.
  expect(await operator.page(await told({ ...note, email: 'han@gaon.example' }))).toContain(
    'The same request was noted before.',
  )
  const due_on = seoul(Date.parse(`${asked_on}T00:00:00+09:00`) + 10 * DAY)
  const open = async (who = operator) => (await who.ask<WhatWaits>('GET', '/api/admin')).requests
  expect(await open()).toEqual([{ id, brand_id: 'vcp-x', kind: 'erasure', asked_on, due_on }])
  expect(await open(partner)).toEqual([])
  const overview = await operator.page('/admin', 'ko')
  for (const text of ['답변할 개인정보 요청', '삭제·동의 철회 요청', '2일 남음']) expect(overview).toContain(text)
  expect(overview.toLowerCase()).not.toContain('han@')
  expect(await operator.page(page)).toContain('han@gaon.example')

  expect((await partner.get(page)).status).toBe(404)
  expect((await partner.post(PEOPLE, { action: 'end', id })).status).toBe(404)
  expect((await partner.post(PEOPLE, note)).status).toBe(404)
  const future = await operator.post(PEOPLE, { ...note, asked_on: '2199-01-01' })
  expect([future.status, await future.text()]).toEqual([422, expect.stringContaining('The request was not noted.')])

  const { action: _note, ...nothing } = note
  const unknown = await operator.post(PEOPLE, nothing)
  expect([unknown.status, await unknown.text()]).toEqual([422, expect.stringContaining('Nothing was done')])

  expect(await operator.page(await told({ action: 'end', id }))).toContain('Marked as answered.')
  expect(await operator.page(await told({ action: 'end', id }))).toContain('was marked as answered before')
  expect(await open()).toEqual([])
  expect(await site.sql('SELECT * FROM person_request')).toEqual([])
  const done = (await log()).map(({ action, subject }) => `${action} ${subject}`)
  expect(
    done.filter((row) => row.startsWith('note-request')),
    'Sent again it is the same request.',
  ).toHaveLength(1)
  expect(done[0]).toBe(`end-request ${id}`)
})

test('an address to which answers were copied is found, exported without what the answers say, and deleted from them', async () => {
  const [kim, lee] = ['copied@gaon.example', 'also@gaon.example']
  const receipt = await send({ inquiry_mail: 'owner@gaon.example', subject: 'Of the owner' })
  await operator.ask('POST', `/api/admin/inquiries/${receipt}/answers`, {
    text: 'It costs 300.',
    seen: receipt,
    cc: ['Copied@Gaon.example', lee],
  })
  await reply(receipt, kim, 'I write here too.')
  expect(await operator.page(`${PEOPLE}?email=COPIED@gaon.example`)).toContain(receipt)
  expect(await partner.page(`${PEOPLE}?email=${kim}`)).toContain('Nothing is kept of this address.')
  const { files } = await tarOf(operator, kim)
  const messages = [...files.keys()].filter((name) => name.endsWith('/message.json')).map((name) => json(files, name))
  expect(messages).toMatchObject([
    { kind: 'answer', cc: kim },
    { kind: 'reply', from: kim, text: 'I write here too.' },
  ])
  for (const text of ['It costs 300', 'owner@', lee]) expect([...files.values()].join('\n')).not.toContain(text)
  const own = await tarOf(operator, 'owner@gaon.example')
  expect(json(own.files, `inquiries/${receipt}/inquiry.json`)).toMatchObject({ messages: [{ cc: [kim, lee] }, {}] })

  const { fields } = formOnPage(await operator.page(`${PEOPLE}?email=${kim}`), 'word')
  await operator.post(PEOPLE, { ...fields, action: 'destroy', word: '파기' })
  const { thread } = await operator.ask<{ thread: object[] }>('GET', `/api/admin/inquiries/${receipt}`)
  expect(thread).toMatchObject([{}, { kind: 'answer', recipient: 'owner@gaon.example', cc: [lee] }])
  expect(JSON.stringify(await site.sql('SELECT * FROM message'))).not.toContain(kim)
  expect((await site.env.FILES.list({ prefix: `conversation/${receipt}/` })).objects).toEqual([])
})
