import type { TFunction } from 'i18next'

/** Who it was, in words: an operator of a session on this machine or of the command line has no e-mail address, and neither has the clock. */
export function actorName(actor: string, t: TFunction<'admin'>): string {
  if (actor === 'local') return t('actor-local')
  if (actor === 'clock') return t('actor-clock')
  const [, who] = /^command:(.*)$/.exec(actor) ?? []
  return who === undefined ? actor : t('actor-command', { who })
}
