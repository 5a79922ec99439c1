import { combineCharacter, disassembleCompleteCharacter, hasBatchim } from 'es-hangul'

/*
 * Patterns for Korean words, also for a word that is still being typed. Unicode orders Hangul by initial, medial and final, so all
 * syllables that a half-typed one can become are one or two ranges of characters.
 */
const CONSONANT = /^[ㄱ-ㅎ]$/
/** Between the characters of a word: Korean compounds are spaced freely. */
const GAP = '[\\s·-]*'
/** Vowels that another stroke changes, with the last vowel that they can become: ㅗ can become ㅘ, ㅙ or ㅚ. */
const VOWEL_GROWS: Record<string, string> = { ㅗ: 'ㅗㅣ', ㅜ: 'ㅜㅣ', ㅡ: 'ㅡㅣ' }
/** The same for finals: ㅂ can become ㅄ. */
const FINAL_GROWS: Record<string, string> = { ㄱ: 'ㄱㅅ', ㄴ: 'ㄴㅎ', ㄹ: 'ㄹㅎ', ㅂ: 'ㅂㅅ' }

/** Whether a character is a Latin letter or a digit: such words are separated by spaces. */
export const isLatin = (character: string): boolean => /[\p{Script=Latin}\p{N}]/u.test(character)

/** The pattern of one character. A single consonant matches every syllable that begins with it (초성). */
function characterPattern(character: string): string {
  if (!CONSONANT.test(character)) return character
  return `[${character}${combineCharacter(character, 'ㅏ')}-${combineCharacter(character, 'ㅣ', 'ㅎ')}]`
}

/** The pattern of a complete word with any spacing. Neighbouring Latin letters and digits stay together. */
export function completePattern(word: string): string {
  const characters = [...word]
  return characters
    .map(
      (character, index) =>
        (index === 0 || (isLatin(characters[index - 1] ?? '') && isLatin(character)) ? '' : GAP) +
        characterPattern(character),
    )
    .join('')
}

/** The pattern of a word whose end is still being typed. */
export function typedPattern(word: string): string {
  const [, head = '', syllable, after = ''] = /^(.*?)([가-힣])([ㄱ-ㅎ]*)$/.exec(word) ?? []
  return syllable === undefined
    ? completePattern(word)
    : completePattern(head) + (head === '' ? '' : GAP) + lastSyllablePattern(syllable, [...after])
}

/**
 * The last syllable and the single consonants after it. 배 can become 백 or 뱃; 솝 can be 소 with the ㅂ of the next syllable;
 * 업 can become 없; an input method shows both 없 and 업소 as 업 with ㅅ.
 */
function lastSyllablePattern(syllable: string, after: string[]): string {
  const { choseong, jungseong, jongseong } = disassembleCompleteCharacter(syllable) as {
    choseong: string
    jungseong: string
    jongseong: string
  }
  const finals = [...jongseong]
  const followedBy = (consonants: string[]) => consonants.map((consonant) => GAP + characterPattern(consonant)).join('')
  const finalsMoved = finals.map(
    (_, count) =>
      combineCharacter(choseong, jungseong, finals.slice(0, count).join('')) +
      followedBy([...finals.slice(count), ...after]),
  )
  const last =
    jongseong === ''
      ? combineCharacter(choseong, VOWEL_GROWS[jungseong] ?? jungseong, 'ㅎ')
      : combineCharacter(choseong, jungseong, FINAL_GROWS[jongseong] ?? jongseong)
  const whole = after.length > 0 ? syllable + followedBy(after) : `[${syllable}-${last}]`
  return `(?:${[whole, ...finalsMoved].join('|')})`
}

/** Particles (조사) that follow only a final consonant, only a vowel, or both. */
const AFTER_CONSONANT = ['으로', '이나', '이란', '이랑', '은', '이', '을', '과']
const AFTER_VOWEL = ['는', '가', '를', '와', '나', '란', '랑']
const AFTER_BOTH = ['에서', '에게', '까지', '부터', '보다', '처럼', '마다', '하고', '에', '의', '도', '만', '로']
const LONGEST_FIRST = [...AFTER_CONSONANT, ...AFTER_VOWEL, ...AFTER_BOTH].sort((a, b) => b.length - a.length)
/** Particles that can follow another one: 에서는, 로도, 까지만. */
const AFTER_PARTICLE = ['은', '는', '도', '만', '의']
/** Hardly any noun ends in these, so a single syllable before them is enough: 값을. */
const OBJECT_PARTICLES = ['을', '를']

function fits(particle: string, stem: string): boolean {
  const last = stem.at(-1) ?? ''
  if ([...stem].length < (OBJECT_PARTICLES.includes(particle) ? 1 : 2)) return false
  if (AFTER_BOTH.includes(particle) || /[a-z0-9]/.test(last)) return true
  return /[가-힣]/.test(last) && hasBatchim(last) === AFTER_CONSONANT.includes(particle)
}

function withoutParticle(word: string): string | undefined {
  const particle = LONGEST_FIRST.find((each) => word.endsWith(each) && fits(each, word.slice(0, -each.length)))
  return particle && word.slice(0, -particle.length)
}

/**
 * A word without its particles: 비밀번호를 → 비밀번호, 홈페이지에서는 → 홈페이지. A noun whose end only looks like a particle loses it
 * too (인허가 → 인허), and is still found by the shorter pattern.
 */
export function stemOf(word: string): string {
  const stem = withoutParticle(word)
  if (stem === undefined) return word
  return (AFTER_PARTICLE.includes(word.slice(stem.length)) ? withoutParticle(stem) : undefined) ?? stem
}
