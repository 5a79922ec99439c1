import { combineCharacter, disassembleCompleteCharacter } from 'es-hangul'

/*
 * How a Korean word is looked for, also while it is being typed. Hangul stands in Unicode by initial, medial and final, so
 * whatever a half-typed syllable may still become is a range or two of characters.
 */
const CONSONANT = /^[ㄱ-ㅎ]$/
/** What may stand between the characters of a word: writers space Korean compounds as they like. */
const GAP = '[\\s·-]*'
/** Vowels that another stroke changes, with the last one that they may become: ㅗ may still be ㅘ, ㅙ or ㅚ. */
const VOWEL_GROWS: Record<string, string> = { ㅗ: 'ㅗㅣ', ㅜ: 'ㅜㅣ', ㅡ: 'ㅡㅣ' }
/** The same for finals: ㅂ may still be ㅄ. */
const FINAL_GROWS: Record<string, string> = { ㄱ: 'ㄱㅅ', ㄴ: 'ㄴㅎ', ㄹ: 'ㄹㅎ', ㅂ: 'ㅂㅅ' }

/** Letters and digits of the words that spaces separate. */
export const isLatin = (character: string): boolean => /[\p{Script=Latin}\p{N}]/u.test(character)

/** A bare consonant stands for every syllable that begins with it (초성). */
function one(character: string): string {
  if (!CONSONANT.test(character)) return character
  return `[${character}${combineCharacter(character, 'ㅏ')}-${combineCharacter(character, 'ㅣ', 'ㅎ')}]`
}

/** A word as it stands, however it is spaced; the letters of a Latin word or a number stay together. */
export function closedPattern(word: string): string {
  const characters = [...word]
  return characters
    .map(
      (character, index) =>
        (index === 0 || (isLatin(characters[index - 1] ?? '') && isLatin(character)) ? '' : GAP) + one(character),
    )
    .join('')
}

/**
 * The last syllable and the bare consonants after it. 배 may become 백 or 뱃; 솝 may be 소 with the ㅂ of the next syllable;
 * 업 may become 없; an input method makes ㅂㅅ of 없 as of 업소.
 */
function openEnd(syllable: string, after: string[]): string {
  const { choseong, jungseong, jongseong } = disassembleCompleteCharacter(syllable) as {
    choseong: string
    jungseong: string
    jongseong: string
  }
  const finals = [...jongseong]
  const followedBy = (consonants: string[]) => consonants.map((consonant) => GAP + one(consonant)).join('')
  const moved = finals.map(
    (_, kept) =>
      combineCharacter(choseong, jungseong, finals.slice(0, kept).join('')) +
      followedBy([...finals.slice(kept), ...after]),
  )
  const last =
    jongseong === ''
      ? combineCharacter(choseong, VOWEL_GROWS[jungseong] ?? jungseong, 'ㅎ')
      : combineCharacter(choseong, jungseong, FINAL_GROWS[jongseong] ?? jongseong)
  const whole = after.length > 0 ? syllable + followedBy(after) : `[${syllable}-${last}]`
  return `(?:${[whole, ...moved].join('|')})`
}

/** A word whose end is still being typed. */
export function openPattern(word: string): string {
  const [, head = '', syllable, after = ''] = /^(.*?)([가-힣])([ㄱ-ㅎ]*)$/.exec(word) ?? []
  return syllable === undefined
    ? closedPattern(word)
    : closedPattern(head) + (head === '' ? '' : GAP) + openEnd(syllable, [...after])
}
