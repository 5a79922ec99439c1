import type { Locale } from '../../i18n/locale'
import { textsIn } from './texts'

/**
 * Who it was, in words: an operator of a session on this machine or of the command line has no e-mail address, and neither have the
 * clock and a program.
 * @param place `within` a sentence, or by itself
 */
export function actorName(actor: string, locale: Locale, place: 'alone' | 'within' = 'alone'): string {
  const t = textsIn(locale, 'admin')
  if (actor === 'local') return t(place === 'alone' ? 'actor-local' : 'actor-local-within')
  if (actor === 'clock') return t('actor-clock')
  const [, kind, who] = /^(command|service):(.*)$/.exec(actor) ?? []
  return kind === undefined ? actor : t(kind === 'command' ? 'actor-command' : 'actor-service', { who })
}
