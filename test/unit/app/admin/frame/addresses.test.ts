import { expect, test } from 'vitest'
import { withPath, withQuery } from '../../../../../app/admin/frame/addresses'
import { inquiryAddress, listAddress } from '../../../../../app/admin/inbox/address'

test.each([
  [{}, '/admin/log'],
  [{ day: undefined, before: [] }, '/admin/log'],
  [{ done: 0, refused: '' }, '/admin/log?done=0&refused='],
  [
    { day: undefined, actor: 'a b@example.com', before: [90, 70] },
    '/admin/log?actor=a+b%40example.com&before=90&before=70',
  ],
])('a query of %j leaves out what is undefined, repeats lists and keeps an empty text', (query, address) => {
  expect(withQuery('/admin/log', query)).toBe(address)
})

test('a query is added to another one, and a path goes before it', () => {
  expect(withQuery('/admin?state=new', { refused: '' })).toBe('/admin?state=new&refused=')
  expect(withQuery('/admin?state=new', {})).toBe('/admin?state=new')
  expect(withPath('/admin?state=new', '/destroy')).toBe('/admin/destroy?state=new')
})

test('the first page and an empty search are not in the address of the list, and no page in that of an inquiry', () => {
  expect(listAddress({ state: 'new', q: '', page: 1 })).toBe('/admin/inquiries?state=new')
  expect(listAddress({ q: 'a&b', page: 2 })).toBe('/admin/inquiries?q=a%26b&page=2')
  expect(inquiryAddress('a/b', { kind: 'sales', page: 2 })).toBe('/admin/inquiries/a%2Fb?kind=sales')
})
