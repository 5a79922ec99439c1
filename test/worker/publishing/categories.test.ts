import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CategoryRow } from '../../../functions/database/sub-category.ts'
import { sampleBoards } from '../../support/boards.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { seedEmbedded, type Site, startSite } from '../../support/site.ts'

let site: Site
let operator: Operator
beforeAll(async () => {
  site = await startSite({ vars: { ADMIN_TOKEN } })
  operator = await signIn(site)
  await seedEmbedded(site.env.DB, sampleBoards('x', { notices: 4, questions: 1 }), null)
})
afterAll(() => site.close())

const names = (korean: string, english: string) => ({ sub_category_name: korean, sub_category_en_name: english })
const all = () => operator.ask<CategoryRow[]>('GET', '/api/admin/categories')
const chips = async (language: string) => {
  const answer = await site.fetch('http://www.example/support/notice', { headers: { 'accept-language': language } })
  return [...(await answer.text()).matchAll(/<a [^>]*href="\/support\/notice\?category=[^"]*"[^>]*>([^<]*)</g)].map(
    ([, name]) => name,
  )
}

describe('categories', () => {
  test('are added, renamed and ordered in both languages, at once on the public page', async () => {
    const { sub_category_id: id } = await operator.ask<{ sub_category_id: string }>('POST', '/api/admin/categories', {
      board: 'notice',
      ...names('규제', 'Regulation'),
    })
    expect(await chips('ko')).toEqual(['서비스', '행사', '규제'])
    expect((await operator.call('PATCH', `/api/admin/categories/${id}`, names('규제 동향', 'Rules'))).status).toBe(204)
    expect((await operator.call('POST', `/api/admin/categories/${id}`, { up: true })).status).toBe(204)
    expect(await chips('en')).toEqual(['Service', 'Rules', 'Events'])
  })

  test('of one board never share a name, and have one in each language', async () => {
    const add = (korean: string, english: string) =>
      operator.call('POST', '/api/admin/categories', { board: 'notice', ...names(korean, english) })
    expect((await add('서비스', 'Other')).status).toBe(409)
    expect((await add('다른', 'Service')).status).toBe(409)
    expect((await add('다른', ' ')).status).toBe(400)
    expect((await operator.call('PATCH', '/api/admin/categories/all:n-event', names('서비스', 'Events'))).status).toBe(
      409,
    )
    expect((await operator.call('PATCH', '/api/admin/categories/none', names('a', 'b'))).status).toBe(404)
  })

  test('are moved and renamed on their page without losing the place', async () => {
    for (const [action, more] of [
      ['down', {}],
      ['up', {}],
      ['rename', names('행사', 'Events')],
    ] as const) {
      const { headers } = await operator.post('/admin/categories', { action, id: 'all:n-event', ...more })
      const [address = '', place = ''] = (headers.get('location') ?? '').split('#')
      expect(await operator.page(address)).toContain(`<li id="${decodeURIComponent(place)}"`)
      expect(place).toContain('n-event')
    }
  })

  test('are merged into none that was not chosen', async () => {
    const answer = await operator.post('/admin/categories', { action: 'merge', id: 'all:n-event', into: '' })
    expect(answer.status).toBe(422)
    expect(await chips('ko')).toContain('행사')
  })

  test('with entries cannot be removed, but merged into another one of the same board', async () => {
    expect((await operator.call('DELETE', '/api/admin/categories/all:n-event')).status).toBe(409)
    // A draft counts too.
    const { sub_category_id: id } = await operator.ask<{ sub_category_id: string }>('POST', '/api/admin/categories', {
      board: 'notice',
      ...names('임시', 'Temporary'),
    })
    await operator.ask('POST', '/api/admin/notices', { sub_category_id: id, subject: '초안' })
    expect((await operator.call('DELETE', `/api/admin/categories/${id}`)).status).toBe(409)
    for (const into of ['all:f-usage', id, 'none'])
      expect((await operator.call('POST', `/api/admin/categories/${id}`, { into })).status).not.toBe(204)
    expect((await operator.call('POST', `/api/admin/categories/${id}`, { into: 'all:n-service' })).status).toBe(204)
    expect((await operator.call('POST', '/api/admin/categories/all:n-event', { into: 'all:n-service' })).status).toBe(
      204,
    )
    expect(await chips('ko')).not.toContain('행사')
    const service = (await all()).find(({ sub_category_id }) => sub_category_id === 'all:n-service')
    expect(service?.entries).toBe(5)
    const list = await site.fetch('http://www.example/support/notice?category=all:n-service')
    expect(((await list.text()).match(/\/support\/notice\/x-notice-\d/g) ?? []).length).toBeGreaterThanOrEqual(4)
  })
})
