import fc from 'fast-check'
import { combineCharacter, disassemble, getChoseong } from 'es-hangul'
import { describe, expect, it } from 'vitest'
import { createMatcher } from '../../../../../app/features/faq-search/matcher'

/** The parts of a text that a query marks; null where it does not find it. */
function marked(query: string, text: string): string[] | null {
  const found = createMatcher(query)(text)
  return found && (found[0] ?? []).map(([from, to]) => text.slice(from, to))
}

describe('a Korean query', () => {
  it.each([
    ['탄소배출권', '탄소 배출권 안내', ['탄소 배출권']],
    ['탄소 배출권', '탄소배출권 안내', ['탄소배출권']],
    ['비밀번호가', '비밀번호를 잊었습니다.', ['비밀번호']],
    ['비밀번호를', '비밀번호를 잊었습니다.', ['비밀번호를']],
    ['홈페이지에서는', '홈페이지의 쿠키', ['홈페이지']],
    ['값을', '기본값 사용', ['값']],
    ['CBAM이란', '우리 제품이 CBAM 대상인지', ['CBAM']],
    ['cbam대상', '우리 제품이 CBAM 대상인지', ['CBAM 대상']],
    ['ㅌㅅㅂㅊㄱ', '탄소 배출권', ['탄소 배출권']],
    ['탄소배ㅊ', '탄소배출권', ['탄소배출']],
    ['탄솝', '탄소배출권', ['탄소배']],
    ['탄솝ㅊ', '탄소배출권', ['탄소배출']],
    ['ㄳ', '감사 인사', ['감사']],
    ['어', '없습니다', ['없']],
    ['업', '없습니다', ['없']],
    ['고', '관리자', ['관']],
    ['갑ㅅ', '감사', null],
    ['갋', '갈비', ['갈비']],
    ['결제 세금', '결제 방법과 세금계산서', ['결제', '세금']],
    ['결제 환불', '결제 방법과 세금계산서', null],
    ['제품만', '제과 만들기', null],
  ])('%s in %s marks %o', (query, text, parts) => {
    expect(marked(query, text)).toEqual(parts)
  })

  it('matches only the complete form of a word that is not the last one', () => {
    expect(marked('배 안내', '백 안내')).toBeNull()
    expect(marked('안내 배', '백 안내')).not.toBeNull()
  })
})

describe('an English query', () => {
  it.each([
    ['excel UP', 'My Excel upload shows errors', ['Excel', 'up']],
    ['xcel', 'My Excel upload shows errors', null],
    ['resume', 'Send your Résumé', ['Résumé']],
    ['RÉSUMÉ', 'Send your resume', ['resume']],
    ['fi', 'The ﬁrst of the ﬁles', ['ﬁ', 'ﬁ']],
    ['2', 'Release 2.8 and 12', ['2']],
    ['how/to?', 'How do I get to you', ['How', 'to']],
    ['e', 'We see', null],
  ])('%s in %s marks %o', (query, text, parts) => {
    expect(marked(query, text)).toEqual(parts)
  })
})

const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code))
const korean = fc.array(syllable, { minLength: 1, maxLength: 8 })
const latin = fc.stringMatching(/^[a-z]{1,10}$/)
/** Put between two, at the beginning or the end: nothing or a space. */
const spaces = fc.array(fc.constantFrom('', ' '), { minLength: 20, maxLength: 20 })
const spaced = (characters: string[], between: string[]) =>
  characters.map((character, index) => character + (between[index] ?? '')).join('')

describe('whatever the words,', () => {
  it('a Korean text is found by itself, however both are spaced', () => {
    fc.assert(
      fc.property(korean, spaces, spaces, (text, one, other) => {
        expect(marked(spaced(text, one), spaced(text, other))).not.toBeNull()
      }),
    )
  })

  it('a Korean text is found at every stroke on the way to it', () => {
    fc.assert(
      fc.property(korean, (characters) => {
        for (let length = 1; length <= characters.length; length++) {
          const [before, last = ''] = [characters.slice(0, length - 1).join(''), characters[length - 1] ?? '']
          const [initial = '', ...strokes] = disassemble(last)
          const vowel = strokes.filter((stroke) => /[ㅏ-ㅣ]/.test(stroke))
          for (const typed of [
            initial,
            combineCharacter(initial, vowel[0] ?? 'ㅏ'),
            combineCharacter(initial, vowel.join('')),
            last,
          ]) {
            expect(marked(before + typed, characters.join('')), before + typed).not.toBeNull()
          }
        }
      }),
    )
  })

  it('a Korean text is found by the initial consonants of it', () => {
    fc.assert(
      fc.property(korean, (text) => {
        expect(marked(getChoseong(text.join('')), text.join(''))).not.toBeNull()
      }),
    )
  })

  it('a Korean noun is found with any particle', () => {
    fc.assert(
      fc.property(
        fc.array(syllable, { minLength: 2, maxLength: 6 }),
        fc.constantFrom('을/를', '은/는', '이/가', '과/와', '으로/로', '에서는', '까지', '의'),
        (noun, particle) => {
          const batchim = (noun.at(-1)?.charCodeAt(0) ?? 0) % 28 !== 16
          const [after = '', other = after] = particle.split('/')
          expect(marked(noun.join('') + (batchim ? after : other), `앞 ${noun.join('')} 뒤`)).not.toBeNull()
        },
      ),
    )
  })

  it('an English text is found by the beginnings of its words, in any order and case', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(latin, fc.nat(9)), { minLength: 1, maxLength: 5 }), (words) => {
        const query = words.map(([word, cut]) => word.slice(0, cut + 1)).reverse()
        expect(marked(query.join(' ').toUpperCase(), words.map(([word]) => word).join(' '))).not.toBeNull()
      }),
    )
  })

  it('takes as long as its text, however often a word is in it', () => {
    expect(createMatcher('이')('이'.repeat(120_000))).toEqual([[[0, 120_000]]])
  })

  it('marks lie inside the text, in order and apart', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
        (text, query) => {
          const written = text.normalize('NFC')
          let end = -1
          for (const [from, to] of createMatcher(query)(written)?.[0] ?? []) {
            expect(from).toBeGreaterThan(end)
            expect(to).toBeGreaterThan(from)
            expect(to).toBeLessThanOrEqual(written.length)
            end = to
          }
        },
      ),
    )
  })
})
