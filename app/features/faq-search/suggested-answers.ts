import type { BoardItem } from '../../../functions/contract/board'
import { ownText, type OwnText } from '../../i18n/own-text'
import type { Locale } from '../../i18n/locale'
import type { createMatcher as CreateMatcher } from './matcher'

/** An entry of the FAQ that may answer a question. */
export interface Answer {
  id: string
  subject: OwnText
}

const ANSWERS_MAX = 3
const WORD = /[\p{L}\p{N}]+/gu
/** Words of any question. They say nothing about this one. */
const OF_ANY_QUESTION = new Set(
  (
    'about and are can could does for from have how into need our please question should that the this want what when where ' +
    'which who will with would you your 관련 누가 대한 대해 무엇 문의 어디 어디에 어떤 어떻게 언제 위한 있는 질문'
  ).split(' '),
)
/** Ends of Korean verbs: 되나요, 싶습니다. */
const VERB = /[가-힣](?:가요|고요|까요|나요|네요|니까|니다|세요|아요|어요|해요)$/

/** Two Hangul syllables or three letters say something; fewer begin too many words. */
const isTelling = (word: string): boolean =>
  word.length >= (/[가-힣]/.test(word) ? 2 : 3) && !OF_ANY_QUESTION.has(word) && !VERB.test(word)

/**
 * The entries whose subjects have most of the telling words of a question, a rarer word counting more; none where nothing fits. Unlike the search,
 * which wants every word, because a question is longer than the subject that answers it.
 * @param question as typed so far
 */
export function answersTo(
  question: string,
  entries: readonly BoardItem[],
  locale: Locale,
  createMatcher: typeof CreateMatcher,
): Answer[] {
  const words = [...new Set(question.normalize('NFC').toLowerCase().match(WORD) ?? [])].filter(isTelling)
  const candidates = entries.map((entry) => {
    const subject = ownText(entry.subject, locale)
    return { id: entry.board_uuid, subject, text: subject.text.normalize('NFC'), score: 0 }
  })
  for (const word of words) {
    const match = createMatcher(word)
    const found = candidates.filter(({ text }) => match(text))
    for (const candidate of found) candidate.score += 1 / found.length
  }
  return candidates
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, ANSWERS_MAX)
    .map(({ id, subject }) => ({ id, subject }))
}
