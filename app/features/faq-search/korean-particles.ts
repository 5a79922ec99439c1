import { hasBatchim } from 'es-hangul'

/** Particles that follow only a final consonant, only a vowel, or anything; the longer ones first (조사). */
const AFTER_CONSONANT = ['으로', '이나', '이란', '이랑', '은', '이', '을', '과']
const AFTER_VOWEL = ['는', '가', '를', '와', '나', '란', '랑']
const AFTER_ANY = ['에서', '에게', '까지', '부터', '보다', '처럼', '마다', '하고', '에', '의', '도', '만', '로']
/** Those that may follow another one: 에서는, 로도, 까지만. */
const AFTER_PARTICLE = ['은', '는', '도', '만', '의']
/** Hardly any noun ends in these, so that even one syllable before them is a word: 값을. */
const SURE = ['을', '를']

function follows(particle: string, stem: string): boolean {
  const last = stem.at(-1) ?? ''
  if ([...stem].length < (SURE.includes(particle) ? 1 : 2)) return false
  if (AFTER_ANY.includes(particle) || /[a-z0-9]/.test(last)) return true
  return /[가-힣]/.test(last) && hasBatchim(last) === AFTER_CONSONANT.includes(particle)
}

const without = (word: string, particles: string[]): string | undefined => {
  const particle = particles.find((each) => word.endsWith(each) && follows(each, word.slice(0, -each.length)))
  return particle && word.slice(0, -particle.length)
}

/**
 * A word without its particles: 비밀번호를 → 비밀번호, 홈페이지에서는 → 홈페이지. A noun that only looks so loses its end too
 * (인허가 → 인허): to a search that asks for less, it is still found.
 */
export function stemOf(word: string): string {
  const particles = [...AFTER_CONSONANT, ...AFTER_VOWEL, ...AFTER_ANY].sort((one, other) => other.length - one.length)
  const once = without(word, particles)
  if (once === undefined) return word
  return (AFTER_PARTICLE.includes(word.slice(once.length)) ? without(once, particles) : undefined) ?? once
}
