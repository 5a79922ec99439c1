import { describe, expect, it } from 'vitest'
import { finder } from '../../../../../app/features/faq-search/find'
import { cutFound } from '../../../../../app/features/faq-search/found'
import type { FaqSearch } from '../../../../../app/features/board/search'
import type { BoardItem } from '../../../../../functions/contract/board'

const account = { sub_category_id: '1', sub_category_name: '계정', sub_category_en_name: 'Account' }
const price = { sub_category_id: '2', sub_category_name: '요금', sub_category_en_name: 'Billing' }
const item = (id: string, subject: string, { sub_category_name, sub_category_en_name } = account): BoardItem => ({
  board_uuid: id,
  subject,
  sub_category_name,
  sub_category_en_name,
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
  cutFound(all, [account, price], rest, finder(q), 'ko', Date.now())
const ids = (wanted: FaqSearch, all = faq) => search(wanted, all).items.map(({ board_uuid }) => board_uuid)

describe('a search of the FAQ', () => {
  it('looks through all entries, not only those flagged as priority, in the order of the board', () => {
    expect(ids({ q: '요금' })).toEqual(['price', 'change'])
  })

  it('finds by the name of the category that the page shows', () => {
    expect(ids({ q: '계정' })).toEqual(['password', 'change'])
    expect(ids({ q: 'Account' })).toEqual([])
  })

  it('stays within a category', () => {
    expect(ids({ q: '요금', category: '1' })).toEqual(['change'])
    expect(ids({ q: '요금', category: '9' })).toEqual([])
  })

  it('is cut into pages like any list, and counts what is on all of them', () => {
    const many = Array.from({ length: 23 }, (_, index) => item(`e${index}`, `요금 ${index}`))
    const listing = search({ q: '요금', page: 9 }, many)
    expect([listing.total, listing.pages, listing.page, listing.items.length]).toEqual([23, 3, 3, 3])
  })

  it('says where its words stand, also where the board has written in another form of Unicode', () => {
    const [row] = search({ q: '잊었 계정' }, [item('nfd', '비밀번호를 잊었습니다.'.normalize('NFD'))]).items
    expect(row).toMatchObject({ subject: '비밀번호를 잊었습니다.', met: { subject: [[6, 8]], category: [[0, 2]] } })
  })
})
