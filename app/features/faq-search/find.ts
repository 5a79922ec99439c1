import { disassemble } from 'es-hangul'
import { stemOf } from './korean-particles'
import { closedPattern, isLatin, openPattern } from './korean-pattern'

/** A part of a text that a search has met: from, to, in characters of the text. */
export type Range = [from: number, to: number]

/** A text as it is compared: without case and diacritics, each of its units knowing the character that it came from. */
interface Folded {
  text: string
  /** The start of the character behind each unit, and at last the end of the text. */
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

/** An input method makes one sign of two consonants in a row: ㄳ. */
const apart = (word: string): string => word.replace(/[ㄱ-ㅎ]/g, (consonant) => disassemble(consonant))

const wordsOf = (query: string): string[] =>
  fold(query.normalize('NFC'))
    .text.match(/[\p{L}\p{N}]+/gu)
    ?.map(apart) ?? []

/** Where a word stands in a text. A Latin word or a number begins where one begins there. */
function placesOf(pattern: RegExp, { text, origins }: Folded): Range[] {
  const places: Range[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [from, to] = [match.index, match.index + match[0].length]
    if (isLatin(text.slice(from, from + 1)) && isLatin(text.slice(Math.max(0, from - 1), from)))
      pattern.lastIndex = from + 1
    else places.push([origins[from] ?? 0, endOf(origins, to)])
  }
  return places
}

/** The end of the character whose last unit stands before `unit`: a match may end inside of what was one character (ﬁ). */
function endOf(origins: number[], unit: number): number {
  const last = origins[unit - 1]
  return origins.slice(unit).find((origin) => origin !== last) ?? 0
}

function united(ranges: Range[]): Range[] {
  const joined: Range[] = []
  for (const [from, to] of ranges.sort(([one], [other]) => one - other)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** Looks through the texts of one entry; gives what it met in each, or null where a word of the query stands in none. */
export type Find = (...texts: string[]) => Range[][] | null

/**
 * What finds the entries that hold every word of a query. Korean words are found inside of others, however they are spaced,
 * without their particles, by their initial consonants and while their last syllable is being typed; Latin words and numbers
 * by their beginning. Texts are to be in Unicode's form NFC. A query without any letter or digit finds everything.
 */
export function finder(query: string): Find {
  const words = wordsOf(query)
  const patterns = words.map((word, index) => {
    const stem = stemOf(word)
    const whole = index === words.length - 1 ? openPattern(word) : closedPattern(word)
    return new RegExp(stem === word ? whole : `${whole}|${closedPattern(stem)}`, 'gu')
  })
  return (...texts) => {
    const folded = texts.map(fold)
    const met: Range[][] = texts.map(() => [])
    for (const pattern of patterns) {
      const places = folded.map((text) => placesOf(pattern, text))
      if (places.every((each) => each.length === 0)) return null
      places.forEach((each, index) => met[index]?.push(...each))
    }
    return met.map(united)
  }
}
