import { describe, expect, it } from 'vitest'
import { createMatcher } from '../../../../../app/features/faq-search/matcher'
import { findEntries } from '../../../../../app/features/faq-search/search-faq'
import type { FaqSearch } from '../../../../../app/urls/list-search'
import type { BoardItem, BoardText } from '../../../../../functions/contract/board'

const account = { sub_category_id: '1', name: { ko: '계정', en: 'Account' } }
const price = { sub_category_id: '2', name: { ko: '요금', en: 'Billing' } }
const item = (id: string, subject: BoardText, { name: category } = account): BoardItem => ({
  board_uuid: id,
  subject,
  category,
  create_date: '2026-01-01T00:00:00Z',
  update_date: null,
  is_priority: false,
})

const faq = [
  item('password', '비밀번호를 잊었습니다.'),
  item('price', '요금은 어떻게 정해지나요?', price),
  item('change', '계정의 요금제 변경'),
]
const search = ({ q = '', ...rest }: FaqSearch, all = faq) =>
  findEntries(all, [account, price], rest, createMatcher(q), 'ko')
const ids = (wanted: FaqSearch, all = faq) => search(wanted, all).items.map(({ board_uuid }) => board_uuid)

describe('a search of the FAQ', () => {
  it('searches all entries, not only those with priority, in the order of the board', () => {
    expect(ids({ q: '요금' })).toEqual(['price', 'change'])
  })

  it('finds by the category name in the page language', () => {
    expect(ids({ q: '계정' })).toEqual(['password', 'change'])
    expect(ids({ q: 'Account' })).toEqual([])
  })

  it('searches the text in the page language, and the other one only where that is missing', () => {
    const both = item('both', { ko: '비밀번호', en: 'Password' })
    const korean = item('korean', { ko: '비밀번호 규칙', en: '' })
    const english = item('english', { ko: '', en: 'Password rules' })
    const found = (q: string, locale: 'ko' | 'en') =>
      findEntries([both, korean, english], [account], {}, createMatcher(q), locale).items.map((row) => row.board_uuid)
    expect(found('password', 'en')).toEqual(['both', 'english'])
    expect(found('비밀번호', 'en')).toEqual(['korean'])
    expect(found('password', 'ko')).toEqual(['english'])
    expect(found('비밀번호', 'ko')).toEqual(['both', 'korean'])
  })

  it('stays within a category', () => {
    expect(ids({ q: '요금', category: '1' })).toEqual(['change'])
    expect(ids({ q: '요금', category: '9' })).toEqual([])
  })

  it('has pages like any list, and a total of all pages', () => {
    const many = Array.from({ length: 23 }, (_, index) => item(`e${index}`, `요금 ${index}`))
    const listing = search({ q: '요금', page: 9 }, many)
    expect([listing.total, listing.pages, listing.page, listing.items.length]).toEqual([23, 3, 3, 3])
  })

  it('gives the ranges of its matches, also for a board text in another Unicode form', () => {
    const [row] = search({ q: '잊었 계정' }, [item('nfd', '비밀번호를 잊었습니다.'.normalize('NFD'))]).items
    expect(row).toMatchObject({
      subject: { text: '비밀번호를 잊었습니다.' },
      matches: { subject: [[6, 8]], category: [[0, 2]] },
    })
  })
})
