import { disassemble } from 'es-hangul'
import { completePattern, isLatin, stemOf, typedPattern } from './korean'

/** A matched part of a text, in characters. */
type Range = [from: number, to: number]

/** A text without case and diacritics, which is how texts are compared. */
interface Folded {
  text: string
  /** For each code unit the start of its character in the original text; at the end that text's length. */
  origins: number[]
}

const HANGUL = /[ㄱ-ㆎ가-힣]/

function fold(text: string): Folded {
  const folded: Folded = { text: '', origins: [] }
  let origin = 0
  for (const character of text) {
    const plain = HANGUL.test(character)
      ? character
      : character.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()
    folded.text += plain
    for (let unit = 0; unit < plain.length; unit++) folded.origins.push(origin)
    origin += character.length
  }
  folded.origins.push(origin)
  return folded
}

/** Splits compound consonants, which input methods make of two consonants in a row: ㄳ. */
const splitCompounds = (word: string): string => word.replace(/[ㄱ-ㅎ]/g, (consonant) => disassemble(consonant))

const wordsOf = (query: string): string[] =>
  fold(query.normalize('NFC'))
    .text.match(/[\p{L}\p{N}]+/gu)
    ?.map(splitCompounds) ?? []

/** Where a pattern matches in a text. A Latin word or a number matches only at the beginning of one. */
function rangesOf(pattern: RegExp, { text, origins }: Folded): Range[] {
  const ranges: Range[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [from, to] = [match.index, match.index + match[0].length]
    if (isLatin(text.slice(from, from + 1)) && isLatin(text.slice(Math.max(0, from - 1), from)))
      pattern.lastIndex = from + 1
    else ranges.push([origins[from] ?? 0, endOf(origins, to)])
  }
  return ranges
}

/** The end of the character before `unit`: a match can end inside of what was one character (ﬁ). */
function endOf(origins: number[], unit: number): number {
  const last = origins[unit - 1]
  let at = unit
  while (origins[at] === last) at++
  return origins[at] ?? 0
}

/** Sorts ranges and joins those that touch. */
function merge(ranges: Range[]): Range[] {
  const joined: Range[] = []
  for (const [from, to] of ranges.sort(([one], [other]) => one - other)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** Gives the matches in each text of one entry, or null where a word of the query is in none of them. */
export type Matcher = (...texts: string[]) => Range[][] | null

/**
 * A matcher for entries that have every word of a query. Korean words match inside of others, with any spacing, without their
 * particles, by their initial consonants, and while their last syllable is being typed. Latin words and numbers match by their
 * beginning. Texts must be in NFC. A query without letters and digits matches everything.
 */
export function createMatcher(query: string): Matcher {
  const words = wordsOf(query)
  const patterns = words.map((word, index) => {
    const stem = stemOf(word)
    const whole = index === words.length - 1 ? typedPattern(word) : completePattern(word)
    return new RegExp(stem === word ? whole : `${whole}|${completePattern(stem)}`, 'gu')
  })
  return (...texts) => {
    const folded = texts.map(fold)
    const matches: Range[][] = texts.map(() => [])
    for (const pattern of patterns) {
      const ranges = folded.map((text) => rangesOf(pattern, text))
      if (ranges.every((each) => each.length === 0)) return null
      ranges.forEach((each, index) => matches[index]?.push(...each))
    }
    return matches.map(merge)
  }
}
