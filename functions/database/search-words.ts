import type { InquiryTexts } from '../contract/inquiry-fields.ts'

/* What the search index holds of an inquiry, and how it is asked (decision 058). Both sides read words the same way. */

const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Stands between words, so that no part of a word spans two. The tokenizer keeps it, and no query has it. */
const BETWEEN = '\u{e000}'

const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? []

/** Each two characters that follow each other, in order; a single character as it is. */
function gramsOf(word: string): string[] {
  const signs = [...word]
  return signs.length < 2 ? signs : signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
}

/** A number with its calling code and as it is dialled in its country, so that it is found with hyphens and without. */
function phoneWords(number: string): string[] {
  const [code = '', ...rest] = number.split('-')
  const local = rest.join('').replaceAll(/\D/g, '').replace(/^0+/, '')
  return [code.replaceAll(/\D/g, '') + local, `0${local}`]
}

/** What stands in `search_grams`: name, company, e-mail, telephone and subject in parts of two characters. */
export const searchGrams = (texts: InquiryTexts): string =>
  [
    ...wordsOf([texts.company_name, texts.user_name, texts.inquiry_mail, texts.subject].join(' ')),
    ...phoneWords(texts.phone_number_homepage ?? ''),
  ]
    .map((word) => gramsOf(word).join(' '))
    .join(` ${BETWEEN} `)

/**
 * An expression of FTS5 for a query: each of its words is part of a word of these fields, or begins a word of the message. Null where it
 * has no word.
 */
export function searchExpression(query: string): string | null {
  const words = wordsOf(query)
  const parts = words.map((word) =>
    [...word].length === 1 ? `"${word}"*` : `({search_grams} : "${gramsOf(word).join(' ')}" OR {content} : "${word}"*)`,
  )
  return parts.length > 0 ? parts.join(' AND ') : null
}
