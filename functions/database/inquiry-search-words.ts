import type { InquiryTexts } from '../contract/form-fields.ts'

/* What the search index holds of an inquiry, and how it is asked (decision 039). Both sides read words the same way. */

const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Characters of a part of a word. */
const PART = 4
/** Beginnings of words up to this length have an index entry of their own (`inquiry_search` in migrations/0001_tables.sql). */
const INDEXED = 8

/** Signs that nobody sees, such as a zero-width space, end no word. */
const INVISIBLE = /\p{Cf}/gu

const wordsOf = (text: string): string[] =>
  text.normalize('NFKC').replaceAll(INVISIBLE, '').toLowerCase().match(WORD) ?? []

/** The part of a word that begins at each of its characters but the last; a single character as it is. */
function partsOf(word: string): string[] {
  const signs = [...word]
  return signs.length < 2 ? signs : signs.slice(1).map((_, at) => signs.slice(at, at + PART).join(''))
}

/** A number with its calling code and as it is dialled in its country, so that it is found with hyphens and without. */
function phoneWords(number: string): string[] {
  const [code = '', ...rest] = number.split('-')
  const local = rest.join('').replaceAll(/\D/g, '').replace(/^0+/, '')
  return [code.replaceAll(/\D/g, '') + local, `0${local}`]
}

/** What stands in `search_grams`: name, company, e-mail, telephone and subject in parts of words. */
export const searchGrams = (texts: InquiryTexts): string =>
  [
    ...wordsOf([texts.company_name, texts.user_name, texts.inquiry_mail, texts.subject].join(' ')),
    ...phoneWords(texts.phone_number_homepage ?? ''),
  ]
    .flatMap(partsOf)
    .join(' ')

/** Any part of a word of the fields. Only within one word does one whole part follow another. */
function inFields(word: string): string {
  const signs = [...word]
  if (signs.length <= PART) return `"${word}"*`
  const phrase = signs.slice(PART - 1).map((_, at) => signs.slice(at, at + PART).join(''))
  return `"${phrase.join(' ')}"`
}

/**
 * The beginning of a word of the message. Of a long word of letters the first eight are enough: the whole would be put together from every
 * inquiry that has it.
 */
const inMessage = (word: string): string => `"${/^\p{L}+$/u.test(word) ? [...word].slice(0, INDEXED).join('') : word}"*`

/**
 * An expression of FTS5 for a query: each of its words is part of a word of these fields, or begins a word of the message. Null where it
 * has no word.
 */
export function searchExpression(query: string): string | null {
  const parts = wordsOf(query).map((word) => `({search_grams} : ${inFields(word)} OR {content} : ${inMessage(word)})`)
  return parts.length > 0 ? parts.join(' AND ') : null
}
