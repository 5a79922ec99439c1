import { ALL_BRANDS } from '../../../functions/contract/scope.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ContentFile } from '../../../functions/publishing/add-content-file.ts'
import type { OrderedItem } from '../../../functions/database/board-item.ts'
import { itemsInOrder } from '../../../functions/database/board-item.ts'
import { formOnPage } from '../../support/form-on-page.ts'
import { type Operator, signIn } from '../../support/operator.ts'
import { pdf, PNG } from '../../support/sample-files.ts'
import { embeddedSite } from '../../support/shared-sites.ts'

/* The forms of the admin as a browser without scripts posts them. */

const served = embeddedSite()
let operator: Operator
beforeAll(async () => {
  operator = await signIn(served.site)
})
const page = async (path: string) => (await served.site.fetch(`http://www.example${path}`)).text()
const large = new File([PNG, new Uint8Array(2_000_001)], 'large.png')

describe('a picture', () => {
  const write = () =>
    operator.ask<{ board_uuid: string; basis: string }>('POST', '/api/admin/notices', {
      sub_category_id: 'all:n-service',
      subject: '그림',
      subject_en: 'Picture',
    })

  test('that lacks its description is not sent again: only the description is asked for, beside the field', async () => {
    const { board_uuid: id } = await write()
    const path = `/admin/notices/${id}`
    const { fields } = formOnPage(await operator.page(path), 'subject')
    const refused = await operator.post(path, { ...fields, action: 'add-file', file: new File([PNG], 'dot.png') })
    const html = await refused.text()
    expect(refused.status).toBe(422)
    const field = html.match(/<input[^>]*>/g)?.find((input) => input.includes('id="alt"')) ?? ''
    expect(field).toContain('aria-invalid="true"')
    expect(field).toMatch(/ autofocus/i)
    expect(html).toContain('Received: dot.png')
    const again = formOnPage(html, 'subject').fields
    expect((await operator.post(path, { ...again, action: 'add-file', alt: 'A dot' })).status).toBe(303)
    const { fields: saved } = await operator.ask<{ fields: { contents: string } }>('GET', `/api${path}`)
    expect(saved.contents).toMatch(/^!\[A dot\]\(\/content\/[^)]*\/dot\.png\)\n$/)
  })

  test('over 2 MB is refused with a word how to make it smaller, and nothing typed is lost', async () => {
    const { board_uuid: id } = await write()
    const path = `/admin/notices/${id}`
    const { fields } = formOnPage(await operator.page(path), 'subject')
    const typed = { ...fields, subject: 'typed', alt: 'A large one', action: 'add-file' }
    const refused = await operator.post(path, { ...typed, file: large })
    expect(refused.status).toBe(422)
    const html = await refused.text()
    expect(html).toMatch(/larger than 2 MB\. Make it smaller/)
    expect(formOnPage(html, 'subject').fields).toMatchObject({ subject: 'typed', alt: 'A large one' })
    expect((await operator.post('/api/admin/files', { file: large })).status).toBe(413)
  })

  test('has its width and height in the page', async () => {
    const { address } = (
      (await (await operator.post('/api/admin/files', { file: new File([PNG], 'x.png') })).json()) as {
        data: ContentFile
      }
    ).data
    const { board_uuid: id, basis } = await write()
    const fields = { sub_category_id: 'all:n-service', subject: 'x', contents: `![One](${address})`, basis }
    const saved = await operator.ask<{ basis: string }>('PATCH', `/api/admin/notices/${id}`, fields)
    await operator.ask('POST', `/api/admin/notices/${id}`, { action: 'publish', basis: saved.basis })
    expect(await page(`/support/notice/${id}`)).toMatch(/<img src="\/content\/[^>]* width="1" height="1"/)
  })
})

test('a search of entries keeps the state that is shown, and is cleared by a link', async () => {
  const html = await operator.page('/admin/notices?state=draft&q=webinar')
  expect(html).toMatch(/<a [^>]*aria-current="page"[^>]*>Draft</)
  expect(html).toMatch(/<input type="hidden" name="state" value="draft"/)
  expect(html).toMatch(/<input[^>]* name="q"[^>]* value="webinar"/)
  expect(html).toMatch(/<a class="clear" href="\/admin\/notices\?state=draft">Clear filters</)
  expect(await operator.page('/admin/notices')).not.toContain('class="clear"')
})

test.each(['1e999', '-1', 'x', '100001'])('the page %s of entries is the first one', async (page) => {
  const answer = await operator.get(`/admin/notices?page=${page}&state=x`)
  expect(answer.status).toBe(200)
  const call = await operator.ask<{ page: number }>('GET', `/api/admin/notices?page=${page}&state=x`)
  expect(call.page).toBe(1)
})

test('a search of entries that is too long is cut, on the page and in a call', async () => {
  const q = ` ${'Zq '.repeat(60)}`
  expect(await operator.page(`/admin/notices?${new URLSearchParams({ q })}`)).toContain('No entry matches.')
  expect(await operator.ask('GET', `/api/admin/notices?${new URLSearchParams({ q })}`)).toMatchObject({ entries: [] })
})

describe('what is no form of the admin', () => {
  test('is refused as a call, and says what would be one', async () => {
    const answer = await operator.call('POST', '/api/admin/files', { file: 'x' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      400,
      expect.stringContaining('application/problem+json'),
    ])
    expect(await answer.text()).toContain('multipart/form-data')
    expect((await operator.call('POST', '/admin/maintenance', { action: 'off' })).status).toBe(400)
  })

  test.each([
    ['one text', { contents: 'a'.repeat(4_194_304) }, 413],
    [
      'its texts together, beside a file',
      { a: 'a'.repeat(2_200_000), b: 'b'.repeat(2_200_000), file: pdf('a.pdf', 500) },
      413,
    ],
    ['no more than 4 MB of them', { contents: 'a'.repeat(4_000_000) }, 422],
  ])('is read up to 4 MB of texts: %s', async (_, fields: Record<string, string | File>, status) => {
    expect((await operator.post('/admin/downloads', { action: 'add', ...fields })).status).toBe(status)
    if (!('file' in fields)) expect((await operator.post('/admin/maintenance', fields)).status).toBe(status)
  })
})

describe('a schedule', () => {
  const ask = <T>(method: 'GET' | 'POST', path: string, body?: unknown) =>
    operator.ask<T>(method, `/api/admin/notices${path}`, body)
  type Told = { board_uuid: string; basis: string; create_date: string }
  const text = { sub_category_id: 'all:n-service', subject: '예약', contents: '본문' }
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const cancel = async (id: string) => {
    const { headers } = await operator.post(`/admin/notices/${id}`, { action: 'withdraw' })
    return operator.page(headers.get('location') ?? '')
  }
  const save = async (id: string) => {
    const { basis } = await ask<Told>('GET', `/${id}`)
    return operator.ask<Told>('PATCH', `/api/admin/notices/${id}`, { ...text, basis })
  }

  test('that is canceled leaves no word of a publication that never was', async () => {
    const { board_uuid: id, basis } = await ask<Told>('POST', '', text)
    await ask('POST', `/${id}`, { action: 'publish', basis, at: later(1) })
    expect(await operator.page(`/admin/notices/${id}`)).toContain('>Cancel the schedule</button>')
    const canceled = await cancel(id)
    expect(canceled).toContain('The schedule has been canceled. The entry was never public.')
    expect(canceled).toContain('>Schedule canceled</span>')
    expect(canceled).not.toContain('publish-again')
    expect(await operator.page('/admin/notices?state=withdrawn', 'ko')).toContain('>예약 취소됨</span>')

    await ask('POST', `/${id}`, { action: 'publish', basis: (await save(id)).basis })
    const { create_date } = await ask<Told>('GET', `/${id}`)
    expect(Date.parse(create_date), 'Its date is that of the publication.').toBeLessThanOrEqual(Date.now())

    expect(await cancel(id)).toContain('Withdrawn.')
    await ask('POST', `/${id}`, { action: 'publish', basis: (await save(id)).basis, at: later(1) })
    expect(await cancel(id), 'It was public before.').toContain('The entry is not public.')
  })
})

describe('a document', () => {
  const PATH = '/admin/downloads'
  const post = async (fields: Record<string, string | File>) => {
    const answer = await operator.post(PATH, fields)
    const [address = '', place] = (answer.headers.get('location') ?? '').split('#')
    const html = await (answer.status === 303 ? operator.page(address) : answer.text())
    return { status: answer.status, html, place }
  }

  test('whose form fails keeps all that was typed, and its file', async () => {
    const typed = { category_of: 'other', category: '새 분류', category_en: 'New category', action: 'add' }
    const failed = await post({ ...typed, file: pdf('guide.pdf', 500) })
    expect(failed.status).toBe(422)
    const { fields } = formOnPage(failed.html, 'category_of')
    expect(fields).toMatchObject({ category_of: 'other', category: '새 분류', category_en: 'New category' })
    const done = await post({ ...fields, title: 'Guide', action: 'add-draft' })
    expect(done.status).toBe(303)
    expect(done.html).toContain('guide.pdf')
  })

  test('is a draft that nobody sees until it is published, is taken back, and is deleted', async () => {
    const { html, place } = await post({
      title: '초안 자료',
      category_of: JSON.stringify(['새 분류', 'New category']),
      action: 'add-draft',
      file: pdf('draft.pdf', 500),
    })
    const id = /id="document-([^"]+)">(?:(?!id="document-)[^])*초안 자료/.exec(html)?.[1] ?? ''
    expect(html).toMatch(/초안 자료<\/strong><span class="mark draft">/)
    expect(place, 'On a phone it is below the form.').toBe(`document-${id}`)
    expect(html).toContain('Saved. Visitors do not see it yet.')
    expect(await page('/support/data')).not.toContain('초안 자료')
    expect((await post({ id, action: 'publish' })).html).toContain('Published. Visitors see it')
    expect(await page('/support/data')).toContain('초안 자료')
    expect((await post({ id, action: 'withdraw' })).html).toContain('Withdrawn. It disappears')
    expect(await page('/support/data')).not.toContain('초안 자료')
    const deleted = (await post({ id, action: 'delete' })).html
    expect(deleted).not.toContain('초안 자료')
    expect(deleted).toContain('The document has been deleted.')
    await served.site.env.DB.prepare('DELETE FROM download').run()
  })
})

describe('the order of questions', () => {
  const PATH = '/admin/faq/order'
  const order = () => itemsInOrder(served.site.env.DB, ALL_BRANDS, 'faq')
  const first = (items: OrderedItem[]) => items.filter(({ is_priority }) => is_priority).map((item) => item.board_uuid)
  const others = (items: OrderedItem[]) => items.map((item) => (item.is_priority ? '' : item.board_uuid))
  const move = (id: string, action: 'up' | 'down') => operator.post(PATH, { id, group: 'top', action })

  test('changes in the list that visitors see alone, and comes back to the question that was moved', async () => {
    for (const number of [1, 2, 3]) {
      const fields = { sub_category_id: 'all:f-usage', subject: `질문 ${number}`, contents: '답', is_priority: true }
      const { board_uuid, basis } = await operator.ask<{ board_uuid: string; basis: string }>(
        'POST',
        '/api/admin/faq',
        fields,
      )
      await operator.ask('POST', `/api/admin/faq/${board_uuid}`, { action: 'publish', basis })
    }
    const before = await order()
    const [id = '', second = '', ...more] = first(before)
    expect(second).not.toBe('')
    const moved = await move(id, 'down')
    expect(first(await order())).toEqual([second, id, ...more])
    expect(others(await order())).toEqual(others(before))

    const html = await operator.page(moved.headers.get('location') ?? '')
    const rows = [...html.matchAll(/<li[^>]*>(?:(?!<\/li>)[^])*<\/li>/g)].map(([row]) => row)
    expect(rows.filter((row) => /value="down" autofocus/i.test(row))).toEqual([expect.stringContaining(id)])
    // A question of the first page stands there and in its category, with its badge.
    const ofCategory = await operator.page(`${PATH}?group=${encodeURIComponent('all:f-usage')}`)
    const badge = '<span class="mark">Top</span>'
    expect([html, ofCategory].map((page) => [page.includes(id), page.includes(badge)])).toEqual([
      [true, false],
      [true, true],
    ])

    await move(id, 'up')
    expect(await order()).toEqual(before)
    const { status } = await operator.call('POST', `/api/admin/faq/${id}`, {
      action: 'move',
      among: 'category',
      up: false,
    })
    expect(status).toBe(200)
    for (const { board_uuid } of before)
      if (first(before).includes(board_uuid))
        await operator.call('POST', `/api/admin/faq/${board_uuid}`, { action: 'withdraw' })
  })
})

describe('a maintenance', () => {
  const PATH = '/admin/maintenance'
  const fields = { start: '2099-01-01T23:00', hours: '1', minutes: '20', reason_ko: '교체', reason_en: 'Change' }
  const announced = () => operator.ask<{ maintenance: { hours: number } } | null>('GET', '/api/admin/maintenance')

  test('is previewed, announced to the minute, and changed in a form that has it already', async () => {
    const preview = await (await operator.post(PATH, { ...fields, action: 'check' })).text()
    expect(preview).toContain('January 1, 2099 at 23:00 – January 2, 2099 at 00:20 (1 hour 20 minutes)')
    expect(preview).toContain('status 503')
    expect(await announced()).toBeNull()
    expect((await operator.post(PATH, { ...fields, action: 'on' })).status).toBe(303)
    expect(formOnPage(await operator.page(PATH), 'start').fields).toMatchObject(fields)
    await operator.call('DELETE', '/api/admin/maintenance')
  })

  test('of minutes alone needs no 0 for the hours, and none at all is refused', async () => {
    expect((await operator.post(PATH, { ...fields, hours: '', minutes: '30', action: 'on' })).status).toBe(303)
    expect((await announced())?.maintenance.hours).toBe(0.5)
    await operator.call('DELETE', '/api/admin/maintenance')
    expect((await operator.post(PATH, { ...fields, hours: '', minutes: '', action: 'on' })).status).toBe(422)
    expect(await announced()).toBeNull()
  })

  test('of more than 12 hours is asked about again, also where the preview was passed over', async () => {
    const asked = await operator.post(PATH, { ...fields, hours: '36', action: 'on' })
    expect([asked.status, await announced()]).toEqual([200, null])
    expect(await asked.text()).toContain('Yes, close the site for 36 hours 20 minutes.')
    expect((await operator.post(PATH, { ...fields, hours: '36', long: 'yes', action: 'on' })).status).toBe(303)
    expect(await announced()).not.toBeNull()
    await operator.call('DELETE', '/api/admin/maintenance')
  })

  test('keeps what was typed where it is refused', async () => {
    const refused = await operator.post(PATH, { ...fields, start: '2020-01-01T10:00', action: 'check' })
    expect(refused.status).toBe(422)
    expect(formOnPage(await refused.text(), 'start').fields).toMatchObject({ reason_ko: '교체', minutes: '20' })
  })
})
