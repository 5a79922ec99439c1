import { beforeAll, describe, expect, test } from 'vitest'
import type { EditedEntry } from '../../../functions/database/board-entry.ts'
import { formOnPage } from '../../support/form-on-page.ts'
import { type Operator, signIn } from '../../support/operator.ts'
import { PNG } from '../../support/sample-files.ts'
import { embeddedSite } from '../../support/shared-sites.ts'

/* Two people at one entry, each with the editor's page and no scripts, or with the JSON calls. */

const served = embeddedSite()
let operator: Operator
beforeAll(async () => {
  operator = await signIn(served.site)
})

const TEXT = { sub_category_id: 'all:n-service', subject: '공지', contents: '본문', subject_en: '', contents_en: '' }
type Answered = EditedEntry & { basis: string }
const write = async () => (await operator.ask<{ board_uuid: string }>('POST', '/api/admin/notices', TEXT)).board_uuid
const read = (id: string) => operator.ask<Answered>('GET', `/api/admin/notices/${id}`)
const stored = async (id: string) => (await read(id)).fields.subject
const act = (id: string, action: object) => operator.call('POST', `/api/admin/notices/${id}`, action)
const save = (id: string, basis: string, subject: string) =>
  operator.call('PATCH', `/api/admin/notices/${id}`, { ...TEXT, subject, basis })
const publish = async (id: string) => {
  const { basis } = await read(id)
  expect((await act(id, { action: 'publish', basis })).status).toBe(200)
}
const logged = async (action: string, subject: string) => {
  type Log = { entries: { action: string; subject: string }[] }
  const { entries } = await operator.ask<Log>('GET', '/api/admin/log')
  return entries.filter((entry) => entry.action === action && entry.subject === subject).length
}

/** The editor in one person's window. */
async function open(id: string) {
  const path = `/admin/notices/${id}`
  let html = await operator.page(path)
  return {
    /** Whether another text stands in a field that is not posted. */
    shows: (text: string) => new RegExp(`<input (?![^>]* name=)[^>]*value="${text}"`).test(html),
    /** Presses a button, with what has been typed; shows the answer, also behind a redirect. */
    async press(action: string, typed: Record<string, string | File> = {}): Promise<number> {
      const answer = await operator.post(path, { ...formOnPage(html, 'subject').fields, ...typed, action })
      html = await (answer.status === 303 ? operator.page(answer.headers.get('location') ?? '') : answer.text())
      return answer.status
    },
    get form() {
      return formOnPage(html, 'subject')
    },
  }
}
/** A second window whose text comes too late; `first` has saved before it. */
async function inConflict() {
  const id = await write()
  const [first, second] = [await open(id), await open(id)]
  expect(await first.press('save', { subject: 'first' })).toBe(303)
  expect(await second.press('save', { subject: 'second' })).toBe(409)
  return { id, first, second }
}

describe('after a conflict', () => {
  test('both texts are on the page, and no button but the choice saves anything', async () => {
    const { id, second } = await inConflict()
    expect(second.form.fields.subject).toBe('second')
    const { fields, actions } = second.form
    const others = new Set([...actions, 'save', 'publish', 'schedule', 'add-file'])
    for (const choice of ['keep-mine', 'take-theirs']) expect(others.delete(choice)).toBe(true)
    for (const action of others) {
      const more = { action, at: '2099-01-01T10:00', confirmed: 'yes', alt: 'A dot', file: new File([PNG], 'a.png') }
      const answer = await operator.post(`/admin/notices/${id}`, { ...fields, ...more })
      expect([action, answer.status]).toEqual([action, 409])
      expect(await read(id)).toMatchObject({ state: 'draft', fields: { subject: 'first' } })
    }
    expect((await save(id, fields.basis ?? '', 'by the script')).status).toBe(409)
    expect(second.shows('first')).toBe(true)
  })

  test('the own text replaces the one that was shown, and not one that came after it', async () => {
    const { id, first, second } = await inConflict()
    await first.press('save', { subject: 'third' })
    expect(await second.press('keep-mine', { subject: 'second, longer' })).toBe(409)
    expect([await stored(id), second.form.fields.subject]).toEqual(['third', 'second, longer'])
    expect(second.shows('third')).toBe(true)
    expect(await second.press('keep-mine')).toBe(303)
    expect(await stored(id)).toBe('second, longer')
    expect(await second.press('save', { subject: 'fourth' })).toBe(303)
    expect(await first.press('save', { subject: 'fifth' })).toBe(409)
  })

  test('the other text stays where it is taken', async () => {
    const { id, second } = await inConflict()
    expect(await second.press('take-theirs')).toBe(303)
    expect([await stored(id), second.form.fields.subject]).toEqual(['first', 'first'])
    expect(await second.press('save', { subject: 'on top' })).toBe(303)
  })

  test('with what was published meanwhile, the own text becomes a draft and nothing more', async () => {
    const id = await write()
    const second = await open(id)
    await publish(id)
    expect(await second.press('publish', { subject: 'second', confirmed: 'yes' })).toBe(409)
    expect(await second.press('keep-mine')).toBe(303)
    expect(await read(id)).toMatchObject({ subject: 'second', versions: [{ version: 1 }], has_draft: true })
  })
})

describe('a window that has not seen the newest text', () => {
  test('does not overwrite it after a refused file', async () => {
    const id = await write()
    const [first, second] = [await open(id), await open(id)]
    await first.press('save', { subject: 'first' })
    expect(await second.press('add-file', { subject: 'second', file: new File(['?'], 'a.png') })).toBe(422)
    expect(second.form.fields.subject).toBe('second')
    expect(await second.press('save')).toBe(409)
    expect(await stored(id)).toBe('first')
  })

  test('does not delete it', async () => {
    const id = await write()
    const [first, second] = [await open(id), await open(id)]
    const { basis } = await read(id)
    await first.press('save', { subject: 'first' })
    expect(await second.press('discard')).toBe(409)
    expect((await act(id, { action: 'discard-draft', basis })).status).toBe(409)
    expect([await stored(id), second.form.fields.subject]).toEqual(['first', 'first'])
    expect(await logged('discard-draft', id)).toBe(0)
    expect(await second.press('discard')).toBe(303)
    expect((await operator.get(`/admin/notices/${id}`)).status).toBe(404)
    expect(await logged('discard-draft', id)).toBe(1)
  })

  test('does not replace it by an earlier version', async () => {
    const id = await write()
    await publish(id)
    const { basis } = await read(id)
    const first = await open(id)
    await first.press('save', { subject: 'first' })
    expect((await act(id, { action: 'bring-back', version: 1, basis })).status).toBe(409)
    expect(await stored(id)).toBe('first')
  })

  test('does not show a withdrawn one again', async () => {
    const id = await write()
    await publish(id)
    await act(id, { action: 'withdraw' })
    const [second, { basis }] = [await open(id), await read(id)]
    await save(id, basis, 'newer')
    await publish(id)
    await act(id, { action: 'withdraw' })
    expect((await act(id, { action: 'publish-again', basis })).status).toBe(409)
    expect(await second.press('publish-again')).toBe(409)
    expect((await read(id)).state).toBe('withdrawn')
    expect(await second.press('publish-again')).toBe(303)
    expect((await read(id)).state).toBe('published')
  })

  test('does not show an entry again that was withdrawn meanwhile, and keeps what was typed', async () => {
    const id = await write()
    await publish(id)
    const [{ basis }, second] = [await read(id), await open(id)]
    await act(id, { action: 'withdraw' })
    expect((await save(id, basis, 'by the script')).status).toBe(409)
    expect(await second.press('publish', { subject: 'mended', confirmed: 'yes' })).toBe(409)
    expect([(await read(id)).state, second.form.fields.subject]).toEqual(['withdrawn', 'mended'])
    expect((await served.site.fetch(`http://www.example/support/notice/${id}`)).status).toBe(404)
    expect(await second.press('keep-mine')).toBe(303)
    expect(await second.press('publish', { confirmed: 'yes' })).toBe(303)
    expect(await read(id)).toMatchObject({ state: 'published', fields: { subject: 'mended' } })
  })

  test.each(['public', 'drafted'])(
    'does not take a priority back that the list has given a %s question',
    async (is) => {
      const question = { ...TEXT, sub_category_id: 'all:f-usage', is_priority: false }
      const ask = (method: 'POST' | 'PATCH', path: string, body: object) =>
        operator.call(method, `/api/admin/faq${path}`, body)
      const { board_uuid: id, basis: first } = await operator.ask<Answered>('POST', '/api/admin/faq', question)
      if (is === 'public') await ask('POST', `/${id}`, { action: 'publish', basis: first })
      const { basis } = await operator.ask<Answered>('GET', `/api/admin/faq/${id}`)
      await ask('POST', `/${id}`, { action: 'priority', priority: true })
      expect((await ask('PATCH', `/${id}`, { ...question, subject: 'mended', basis })).status).toBe(409)
      expect(await operator.ask('GET', `/api/admin/faq/${id}`)).toMatchObject({
        is_priority: true,
        fields: { is_priority: true, subject: TEXT.subject },
      })
    },
  )

  test('does not overwrite a draft that was begun after its own was deleted', async () => {
    const id = await write()
    await publish(id)
    const first = await open(id)
    await first.press('save', { subject: 'deleted' })
    const second = await open(id)
    await first.press('discard')
    const again = await open(id)
    await again.press('save', { subject: 'begun again' })
    expect(await second.press('save', { subject: 'second' })).toBe(409)
    expect(await stored(id)).toBe('begun again')
  })
})

describe('deleting a text', () => {
  /** The closed question of the page around a button, as a person without scripts finds it. */
  const questionAbout = (html: string, action: string) =>
    [...html.matchAll(/<details class="question">[^]*?<\/details>/g)]
      .map(([text]) => text)
      .find((text) => text.includes(`value="${action}"`))

  test('is asked about first, and so is replacing it by an earlier version', async () => {
    const id = await write()
    await publish(id)
    const window = await open(id)
    await window.press('save', { subject: 'pending' })
    const html = await operator.page(`/admin/notices/${id}`)
    for (const action of ['discard', 'bring-back']) {
      expect(questionAbout(html, action), action).toBeDefined()
      expect(html.split(`value="${action}"`).length, action).toBe(2)
    }
    expect(await window.press('bring-back', { version: '1' })).toBe(303)
    expect(await stored(id)).toBe('공지')
  })

  test('of an entry that never was public is the end of it', async () => {
    const id = await write()
    const window = await open(id)
    expect(await window.press('discard')).toBe(303)
    expect((await operator.get(`/admin/notices/${id}`)).status).toBe(404)
  })
})

test('what another one has saved or published meanwhile is not overwritten by a call', async () => {
  const id = await write()
  const { basis } = await read(id)
  expect((await save(id, basis, 'first')).status).toBe(200)
  expect((await save(id, basis, 'second')).status).toBe(409)
  expect((await act(id, { action: 'publish', basis })).status).toBe(409)
  expect(await stored(id)).toBe('first')
  const { basis: newest } = await read(id)
  await publish(id)
  for (const old of [basis, newest, '0.0']) expect((await save(id, old, 'third')).status, old).toBe(409)
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((subject) => save(id, '1.0', subject)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
})
