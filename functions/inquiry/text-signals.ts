import type { InquiryTexts } from '../contract/inquiry-fields.ts'
import type { SpamSignal } from '../contract/spam-signals.ts'
import { hasTextElsewhere } from '../database/inquiry-text.ts'
import type { Env } from '../env.ts'
import { within } from '../http/deadline.ts'
import { logFailure } from '../log.ts'

/** Links that a person sends with an inquiry: the own site, and a page in question. */
const LINKS_MAX = 2
const LINK = /https?:\/\/|\bwww\.(?=\S)/gi
/** Shorter texts, such as a greeting, are the same by chance. */
const TEXT_MIN = 30
/** A visitor waits for the comparison no longer. */
const COMPARISON_MS = 300

/** Scripts of the languages in which the site is asked. */
const OWN_SCRIPT = /[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Latin}]/gu
const LETTER = /\p{L}/gu
/** A unit such as `μm` is shorter. */
const WORD = /[\p{L}\p{M}]{4,}/gu
const LATIN = /\p{sc=Latin}/u
const LIKE_LATIN = /[\p{sc=Cyrillic}\p{sc=Greek}]/u
/** Letters of two scripts that look alike, in one word. */
const isMixed = (text: string) => text.match(WORD)?.some((word) => LATIN.test(word) && LIKE_LATIN.test(word)) ?? false

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/**
 * What the text of an inquiry says against it (decision 015): more than two links, or scripts that do not belong together. None refuses it.
 */
export function textSignals(texts: InquiryTexts): SpamSignal[] {
  const text = [texts.subject, texts.content, texts.company_name, texts.user_name].join('\n')
  const letters = count(text, LETTER)
  const isForeign = count(text, OWN_SCRIPT) * 2 < letters
  return [
    ...(count(text.replaceAll(/https?:\/\/www\./gi, 'https://'), LINK) > LINKS_MAX ? ['links' as const] : []),
    ...(isForeign || isMixed(text) ? ['scripts' as const] : []),
  ]
}

/** Whether another brand has got the same text. An inquiry does not wait for a database that is slow or down. */
export async function repeatedSignal(
  env: Env,
  { brandId, requestId }: { brandId: string; requestId: string },
  { content }: Pick<InquiryTexts, 'content'>,
): Promise<SpamSignal[]> {
  if (content.length < TEXT_MIN) return []
  const isElsewhere = await within(COMPARISON_MS, hasTextElsewhere(env.DB, brandId, content), () => false).catch(
    (error: unknown) => {
      logFailure('warn', { requestId, method: 'POST', path: '/api/board/inquiry', code: 'comparison' }, error)
      return false
    },
  )
  return isElsewhere ? ['repeated'] : []
}
