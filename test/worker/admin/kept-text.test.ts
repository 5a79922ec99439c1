import { beforeAll, describe, expect, test } from 'vitest'
import type { ShownInquiry } from '../../../functions/commands/inquiries/reading.ts'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import { ANSWER_FILES_BYTES, ANSWER_TEXT_MAX, NOTE_TEXT_MAX } from '../../../functions/contract/conversation-limits.ts'
import type { SavedAnswerRow } from '../../../functions/database/saved-answer.ts'
import { formOnPage } from '../../support/form-on-page.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { pdf } from '../../support/sample-files.ts'
import { embeddedSite } from '../../support/shared-sites.ts'
import { SALES, sendInquiry } from '../../support/visitor-calls.ts'

/* What an operator has typed while somebody else was quicker, or that is not taken: it is in the page that says so. */

const served = embeddedSite()
let operator: Operator
beforeAll(async () => {
  operator = await signIn(served.site)
})
const unique = () => `Typed ${crypto.randomUUID()}`

describe('the text of a saved answer', () => {
  const add = async () =>
    (await operator.ask<{ id: string }>('POST', '/api/admin/answers', { title: unique(), text: 'stored first' })).id
  const stored = async (id: string) =>
    (await operator.ask<SavedAnswerRow[]>('GET', '/api/admin/answers')).find((one) => one.id === id)

  test('that somebody else has changed since stands beside the stored one, and can be saved then', async () => {
    const id = await add()
    const typed = unique()
    await operator.call('PATCH', `/api/admin/answers/${id}`, { title: 'Other', text: 'stored since', version: 1 })
    const form = { id, version: '1', title: 'Mine', text: typed, text_en: '', brand_id: '', action: 'save' }
    const answer = await operator.post('/admin/answers', form)
    expect(answer.status).toBe(409)
    const page = await answer.text()
    expect(page).toContain('stored since')
    expect(page).toContain('What you typed')
    const again = formOnPage(page.slice(page.lastIndexOf('<form', page.indexOf('value="Mine"'))), 'id').fields
    expect(again).toMatchObject({ id, title: 'Mine', text: typed })
    expect((await operator.post('/admin/answers', { ...again, action: 'save' })).status).toBe(303)
    expect(await stored(id)).toMatchObject({ title: 'Mine', text: typed })
  })

  test('that somebody else has deleted since is there as a new one', async () => {
    const id = await add()
    const typed = unique()
    await operator.call('DELETE', `/api/admin/answers/${id}`)
    const form = { id, version: '1', title: 'Mine', text: typed, text_en: '', brand_id: '', action: 'save' }
    const answer = await operator.post('/admin/answers', form)
    expect(answer.status).toBe(409)
    const page = await answer.text()
    expect(page).toContain('deleted it since')
    const again = formOnPage(page.slice(page.indexOf('id="add"')), 'title').fields
    expect(again).toMatchObject({ title: 'Mine', text: typed })
    expect((await operator.post('/admin/answers', { ...again, action: 'save' })).status).toBe(303)
    expect(await operator.page('/admin/answers')).toContain(typed)
  })

  test('of an operator of one brand too', async () => {
    const own = await signIn(served.site, 'partner-a')
    const { id } = await own.ask<{ id: string }>('POST', '/api/admin/answers', { title: 'One', text: 'x' })
    await own.call('DELETE', `/api/admin/answers/${id}`)
    const typed = unique()
    const answer = await own.post('/admin/answers', { id, version: '1', title: 'One', text: typed, action: 'save' })
    expect(answer.status).toBe(404)
    const page = await answer.text()
    expect(formOnPage(page.slice(page.indexOf('id="add"')), 'text').fields).toMatchObject({ text: typed })
  })
})

describe('what is typed about an inquiry', () => {
  async function receive(): Promise<string> {
    const answer = await sendInquiry(served.site, SALES)
    const { receipt } = ((await answer.json()) as { data: Receipt }).data
    const read = () => operator.call('GET', `/api/admin/inquiries/${receipt}`)
    await expect.poll(async () => (await read()).status).toBe(200)
    return receipt
  }
  async function destroyed(): Promise<string> {
    const receipt = await receive()
    await operator.ask('DELETE', `/api/admin/inquiries/${receipt}`)
    const state = async () => (await operator.ask<ShownInquiry>('GET', `/api/admin/inquiries/${receipt}`)).inquiry.state
    await expect.poll(state).toBe('destroyed')
    return receipt
  }

  test.each([
    ['answers', { action: 'send' }, 'Nothing was sent'],
    ['notes', {}, 'The note was not added'],
  ])('that was destroyed meanwhile is shown once, to be copied: %s', async (form, fields, said) => {
    const path = `/admin/inquiries/${await destroyed()}`
    const text = unique()
    const answer = await operator.post(`${path}/${form}`, { ...fields, text })
    expect(answer.status).toBe(409)
    const page = await answer.text()
    expect(page).toContain(said)
    expect(page).toMatch(new RegExp(`<textarea[^>]*readonly[^>]*>${text}`, 'i'))
    expect(await operator.page(path)).not.toContain(text)
    // A reload and the choice of language ask for the address of the form.
    expect((await operator.get(`${path}/${form}`)).headers.get('location')).toContain(path)
  })

  test('that was destroyed meanwhile is no draft', async () => {
    const receipt = await destroyed()
    const draft = (of: string) => operator.call('POST', `/api/admin/inquiries/${of}/draft`, { text: unique() })
    expect((await draft(receipt)).status).toBe(409)
    expect((await draft(crypto.randomUUID())).status).toBe(404)
  })

  test('of which only a part has arrived is there to be copied, and nothing of it can be sent', async () => {
    const receipt = await receive()
    const token = await served.site.fetch(`http://127.0.0.1/admin?token=${ADMIN_TOKEN}`, { redirect: 'manual' })
    const cookie = (token.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const typed = `Typed ${crypto.randomUUID()}`
    const field = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`
    const answer = await served.site.fetch(`http://127.0.0.1/admin/inquiries/${receipt}/answers`, {
      method: 'POST',
      headers: {
        cookie,
        origin: 'http://127.0.0.1',
        'accept-language': 'en',
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: `${field('text', typed)}\r\n${field('action', 'prev')}`,
    })
    expect(answer.status).toBe(400)
    const page = await answer.text()
    expect(page).toContain('Part of the form did not arrive')
    expect(page).toMatch(new RegExp(`<textarea[^>]*readonly[^>]*>${typed}`, 'i'))
    expect(page).not.toContain('Send again')
    const { thread } = await operator.ask<ShownInquiry>('GET', `/api/admin/inquiries/${receipt}`)
    expect(thread.filter(({ kind }) => kind === 'answer')).toEqual([])
  })

  test('in a note that is too long comes back with what to do', async () => {
    const receipt = await receive()
    const text = `${unique()}${'x'.repeat(NOTE_TEXT_MAX)}`
    const answer = await operator.post(`/admin/inquiries/${receipt}/notes`, { text })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('up to 5,000 characters')
    expect(formOnPage(page.slice(page.lastIndexOf('<form', page.indexOf('/notes"'))), 'text').fields).toMatchObject({
      text,
    })
  })

  test('in a note that was added before with another text comes back', async () => {
    const receipt = await receive()
    const [id, first, second] = [crypto.randomUUID(), unique(), unique()]
    const note = (text: string) => operator.post(`/admin/inquiries/${receipt}/notes`, { id, text })
    expect([(await note(first)).status, (await note(first)).status]).toEqual([303, 303])
    const other = await note(second)
    expect(other.status).toBe(422)
    expect(await other.text()).toContain(second)
    const { thread } = await operator.ask<ShownInquiry>('GET', `/api/admin/inquiries/${receipt}`)
    expect(thread.filter(({ kind }) => kind === 'note')).toMatchObject([{ text: first }])
  })

  test('in an answer that cannot be sent from here is in the page', async () => {
    const receipt = await receive()
    const text = `${unique()}${'x'.repeat(ANSWER_TEXT_MAX)}`
    const answer = await operator.post(`/admin/inquiries/${receipt}/answers`, { text, action: 'send' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(text)
  })

  test('in an answer whose files are too large comes back without them', async () => {
    const receipt = await receive()
    const text = unique()
    const files = pdf('large.pdf', ANSWER_FILES_BYTES + 1)
    const answer = await operator.post(`/admin/inquiries/${receipt}/answers`, { text, files, action: 'send' })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('the files could not be attached')
    expect(page).toContain('Choose them again before you send.')
    expect(page).toContain(text)
    const { thread } = await operator.ask<ShownInquiry>('GET', `/api/admin/inquiries/${receipt}`)
    expect(thread.filter(({ kind }) => kind === 'answer')).toEqual([])
  })

  test('as the draft of an answer stays in its form where another one is not sent again', async () => {
    const receipt = await receive()
    const text = unique()
    await operator.ask('POST', `/api/admin/inquiries/${receipt}/draft`, { text })
    const wrong = { id: crypto.randomUUID(), to: 'no address' }
    const answer = await operator.post(`/admin/inquiries/${receipt}/again`, wrong)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(text)
  })
})

test('the text of an answer by a call writes over the draft that it names, and over no other', async () => {
  const sent = await sendInquiry(served.site, SALES)
  const { receipt } = ((await sent.json()) as { data: Receipt }).data
  const path = `/api/admin/inquiries/${receipt}`
  const draft = async () => (await operator.ask<ShownInquiry>('GET', path)).draft
  const [other, text] = [unique(), unique()]
  await operator.ask('POST', `${path}/draft`, { text: other, id: crypto.randomUUID() })
  const answer = { text, seen: receipt, id: crypto.randomUUID() }
  // Mail is off here.
  expect((await operator.call('POST', `${path}/answers`, answer)).status).toBe(409)
  const before = await draft()
  expect(before?.text).toBe(other)
  expect((await operator.call('POST', `${path}/answers`, { ...answer, draft: before?.saved_at })).status).toBe(409)
  expect((await draft())?.text).toBe(text)
})

describe('the texts of a document', () => {
  const rows = () =>
    operator.ask<{ download_id: string; title: string; version: number }[]>('GET', '/api/admin/downloads')

  test('that somebody else has deleted since are there as those of a new one', async () => {
    const title = unique()
    await operator.post('/admin/downloads', { action: 'add-draft', title, file: pdf('guide.pdf', 2000) })
    const row = (await rows()).find((one) => one.title === title)
    await operator.ask('DELETE', `/api/admin/downloads/${row?.download_id}`).catch(() => null)
    const typed = unique()
    const form = { action: 'change', id: row?.download_id ?? '', version: String(row?.version), title: typed }
    const answer = await operator.post('/admin/downloads', form)
    expect(answer.status).toBe(409)
    expect(formOnPage(await answer.text(), 'title').fields).toMatchObject({ title: typed })
  })

  test('that were added before with other texts stand beside it', async () => {
    const [id, first, second] = [crypto.randomUUID(), unique(), unique()]
    const add = (title: string) =>
      operator.post('/admin/downloads', { action: 'add-draft', id, title, file: pdf('guide.pdf', 2000) })
    expect([(await add(first)).status, (await add(first)).status]).toEqual([303, 303])
    const other = await add(second)
    expect(other.status).toBe(409)
    expect(await other.text()).toContain(second)
    expect((await rows()).filter(({ download_id }) => download_id === id)).toMatchObject([{ title: first }])
  })
})

test('the text of an entry that somebody else has discarded since is shown once, to be copied', async () => {
  const { board_uuid } = await operator.ask<{ board_uuid: string }>('POST', '/api/admin/notices', {
    subject: 'x',
    contents: 'x',
    sub_category_id: 'all:n-service',
  })
  const path = `/admin/notices/${board_uuid}`
  const { fields } = formOnPage(await operator.page(path), 'subject')
  await operator.post(path, { ...fields, action: 'discard' })
  const contents = unique()
  const answer = await operator.post(path, { ...fields, contents, action: 'save' })
  expect(answer.status).toBe(404)
  expect(await answer.text()).toMatch(new RegExp(`<textarea[^>]*readonly[^>]*>${contents}`, 'i'))
})

test('the names of a category that are not taken stay in their fields', async () => {
  const name = unique().slice(0, 40)
  const answer = await operator.post('/admin/categories', { action: 'add', board: 'notice', sub_category_name: name })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain(`value="${name}"`)
})
