import { describe, expect, it } from 'vitest'
import { entryHead } from '../../../../../app/features/board/board-head'
import type { RouterContext } from '../../../../../app/context/page-context'
import { i18nOf } from '../../../../../app/i18n/i18n'
import { pageBrand } from '../../../../../app/request/page-brand'
import { brands } from '../../../../../functions/brand/hosts'
import type { BoardName } from '../../../../../functions/contract/board'

async function headOf(contents: string, board: BoardName = 'faq') {
  const [brand] = brands
  if (!brand) throw new Error('no brand')
  const i18n = await i18nOf('ko', ['board'])
  const visitor = { brand: pageBrand(brand, 'ko'), locale: 'ko', card: '/sharing/card.png' }
  const detail = {
    subject: { text: '제목' },
    contents: { text: contents },
    category: '계정',
    create_date: '2026-11-01T00:00:00Z',
    update_date: null,
  }
  const context = { i18n, visitor } as unknown as RouterContext
  return entryHead(board, 'e1', context, { entry: { detail, previous: null, next: null } })
}
const answerOf = (head: Awaited<ReturnType<typeof headOf>>): string =>
  JSON.parse(JSON.stringify(head.jsonLd))[0].mainEntity[0].acceptedAnswer.text

describe('the description of an entry', () => {
  it.each([
    [
      '<p>사용자 추가는 <strong>회사 관리자</strong>가 하실 수 있습니다.</p>',
      '사용자 추가는 회사 관리자가 하실 수 있습니다.',
    ],
    ['<p><a href="/x">도입 문의</a>에 적어 주세요.</p>', '도입 문의에 적어 주세요.'],
    ['<p>CO<sub>2</sub>e (<em>kg</em>)</p>', 'CO2e (kg)'],
    ['<p>위<br>아래</p>', '위 아래'],
    ['<p>10 &lt; 20 &amp;&nbsp;A</p>', '10 < 20 & A'],
    ['<p>첫 문단입니다.</p>\n<p>둘째 문단입니다.</p>', '첫 문단입니다. 둘째 문단입니다.'],
  ])('joins inline elements without a space and blocks with one: %s', async (html, text) => {
    expect((await headOf(html)).description).toBe(text)
  })

  it('ends before the first heading or table', async () => {
    const table = '<table><tr><th>구분</th><th>내용</th></tr><tr><td>일자</td><td>토요일</td></tr></table>'
    expect((await headOf(`<p>점검합니다.</p><h2>점검 일정</h2>${table}`)).description).toBe('점검합니다.')
    expect((await headOf(`<p>점검합니다.</p>${table}`)).description).toBe('점검합니다.')
  })

  it('of an entry that begins with a heading or a table keeps heading, cells and items apart', async () => {
    const table = '<table><tr><th>구분</th><th>내용</th></tr><tr><td>일자</td><td>토요일</td></tr></table>'
    expect(
      (await headOf(`<h2>일정</h2>${table}<ul><li>하나</li><li><p>둘입니다.</p></li></ul><p>끝</p>`)).description,
    ).toBe('일정 · 구분 · 내용 · 일자 · 토요일 · 하나 · 둘입니다. 끝')
  })

  // One that grew with the square would take minutes.
  it.each([
    ['signs that separate cells', `<p>글${'·'.repeat(1_000_000)}글</p>`, '글…'],
    ['lines', '<p>글</p>'.repeat(200_000), /^(?:글 · )+글…$/],
  ])('costs work that grows with the length of the text alone: %s', async (_, html, description) => {
    expect((await headOf(html)).description).toMatch(description)
  })

  it('is the subject where there is no text', async () => {
    expect((await headOf('<p><img src="https://a.example/b.png" alt=""></p>')).description).toBe('제목')
  })
})

it('structured data has the whole text, with the same words and one line for each block', async () => {
  const html =
    '<p><strong>초대</strong>를 누릅니다.</p><h2>순서</h2><ol><li>메일을 엽니다.</li></ol><table><tr><th>가</th><td>나</td></tr></table>'
  expect(answerOf(await headOf(html))).toBe('초대를 누릅니다.\n순서\n메일을 엽니다.\n가 · 나')
  expect(answerOf(await headOf('<table><tr><td></td><td><p>가</p></td><td><p>나</p></td></tr></table>'))).toBe('가\n나')
  expect(JSON.stringify((await headOf(html, 'notice')).jsonLd)).toContain('"description":"초대를 누릅니다."')
})
