import { describe, expect, it } from 'vitest'
import { answersTo } from '../../../../../app/features/faq-search/suggested-answers'
import { createMatcher } from '../../../../../app/features/faq-search/matcher'
import type { BoardItem } from '../../../../../functions/contract/board'

const SUBJECTS: [korean: string, english: string][] = [
  ['비밀번호를 잊었습니다. 어떻게 하나요?', 'I forgot my password. What should I do?'],
  ['요금은 어떻게 정해지나요?', 'How is the price determined?'],
  ['입력한 데이터는 누가 볼 수 있나요?', 'Who can see the data we enter?'],
  ['입력한 데이터를 내려받을 수 있나요?', 'Can we export our data?'],
  ['계약을 해지하면 데이터는 어떻게 되나요?', 'What happens to our data if we cancel?'],
  ['데이터 형식은 무엇인가요?', 'Which data format do you use?'],
  ['결제 방법과 세금계산서가 궁금합니다.', 'How do payment and invoices work?'],
  ['우리 제품이 CBAM 대상인지 어떻게 아나요?', 'How do I know if CBAM covers our product?'],
]
const ENTRIES: BoardItem[] = SUBJECTS.map(([ko, en], index) => ({
  board_uuid: String(index),
  subject: { ko, en },
  category: { ko: '일반', en: 'General' },
  create_date: null,
  update_date: null,
  is_priority: false,
}))
const found = (question: string, locale: 'ko' | 'en') =>
  answersTo(question, ENTRIES, locale, createMatcher).map(({ id }) => Number(id))

describe('the answers to a question', () => {
  it.each([
    ['비밀번호를 잊어버렸어요', 'ko', 0],
    ['비밀번', 'ko', 0],
    ['세금 계산서 발행 문의', 'ko', 6],
    ['CBAM 대상 여부', 'ko', 7],
    ['cbam', 'en', 7],
    ['Lost PASSWORD of my account', 'en', 0],
    ['Invoice for March', 'en', 6],
  ] as const)('%s (%s) begin with the one that fits', (question, locale, first) => {
    expect(found(question, locale)[0]).toBe(first)
  })

  it('prefer the rarer word: of those about data the one about export is first, and there are three', () => {
    expect(found('Export of data', 'en')).toHaveLength(3)
    expect(found('Export of data', 'en')[0]).toBe(3)
    expect(found('데이터를 내려받을 수 있을까요', 'ko')[0]).toBe(3)
  })

  it.each([
    ['How do I do this? Can you help', 'en'],
    ['어떻게 하나요? 문의 드립니다', 'ko'],
    ['Warehouse in Busan', 'en'],
    ['부산 물류 창고', 'ko'],
    ['', 'en'],
    ['?!', 'ko'],
  ] as const)('%s (%s) are none', (question, locale) => {
    expect(found(question, locale)).toEqual([])
  })

  it('take the text in the other language where the entry has no own', () => {
    const [first] = ENTRIES
    if (!first) throw new Error('no entry')
    const [answer] = answersTo(
      '비밀번호',
      [{ ...first, subject: { ko: SUBJECTS[0]?.[0] ?? '', en: '' } }],
      'en',
      createMatcher,
    )
    expect(answer?.subject).toMatchObject({ text: SUBJECTS[0]?.[0], lang: 'ko' })
  })
})
