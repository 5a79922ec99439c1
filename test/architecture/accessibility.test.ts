import { describe, expect, test } from 'vitest'
import { koreanTexts } from './catalogue-texts.ts'

/**
 * Particles right after an inserted name or its quotation mark. Their form depends on the last sound of the word before them, which is
 * unknown here: 을/를, 은/는, 이/가, 과/와, 으로/로, 아/야, 이나/나, 이라/라.
 */
const PARTICLE =
  /\}\}["'”’]?(?:을|를|은|는|이|가|과|와|으로|로|아|야|이나|나|이라|라)(?=[\s.,:;!?()]|에|도|만|서|부터|$)/u

describe('Korean texts', () => {
  test.each([
    '{{name}} 파일을 삭제',
    '{{date}}부터',
    '{{brand}}에서는',
    '고객지원({{phone}})으로 문의',
    '{{page}}페이지',
  ])('may say %s', (text) => expect(text).not.toMatch(PARTICLE))
  test.each(['{{name}}을 삭제', '{{name}}을(를) 삭제', '{{name}}이 보냄', '{{date}}로 바뀝니다', '{{brand}}와 함께'])(
    'may not say %s',
    (text) => expect(text).toMatch(PARTICLE),
  )

  test('put no particle right after an inserted name, whose last sound nobody knows', () => {
    expect(
      koreanTexts.filter((text) => PARTICLE.test(text)),
      'Rephrase it: put a noun between the name and the particle.',
    ).toEqual([])
  })

  test('never write both forms of a particle', () => {
    expect(
      koreanTexts.filter((text) =>
        /을\(를\)|를\(을\)|은\(는\)|는\(은\)|이\(가\)|가\(이\)|과\(와\)|와\(과\)|\(으\)로/.test(text),
      ),
      'Rephrase it.',
    ).toEqual([])
  })
})
