import type { BoardDetail, BoardItem } from '../../functions/contract/board'
import type { Locale } from './locale'

const HANGUL = /\p{Script=Hangul}/u

/** A text of the board in the page's language, or else in the other one. */
export interface OwnText {
  text: string
  /** Set where the text is in the other language (WCAG 3.1.2). */
  lang?: Locale
  /** The upstream has the text in the other language only. */
  onlyOther?: true
}

/**
 * Chooses between the Korean and the English text of an entry (docs/contract.md#9).
 * @param english undefined where the upstream does not keep languages apart: then the text is shown as it comes, and counts
 *   as Korean where it holds Hangul
 */
export function ownText(korean: string, english: string | undefined, page: Locale): OwnText {
  if (english === undefined) {
    const language: Locale = HANGUL.test(korean) ? 'ko' : 'en'
    return language === page ? { text: korean } : { text: korean, lang: language }
  }
  const [own, other] = page === 'ko' ? [korean, english] : [english, korean]
  if (own !== '' || other === '') return { text: own }
  return { text: other, lang: page === 'ko' ? 'en' : 'ko', onlyOther: true }
}

/** The subject of an entry in the page's language. */
export const ownSubject = ({ subject, subject_en }: Pick<BoardItem, 'subject' | 'subject_en'>, page: Locale): OwnText =>
  ownText(subject, subject_en, page)

/** The contents of an entry in the page's language. */
export const ownContents = (
  { contents, contents_en }: Pick<BoardDetail, 'contents' | 'contents_en'>,
  page: Locale,
): OwnText => ownText(contents, contents_en, page)
