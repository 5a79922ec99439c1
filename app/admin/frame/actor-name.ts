import type { TFunction } from 'i18next'

/** Who it was, in words: an operator of a session on this machine, or of the command line, has no e-mail address. */
export function actorName(actor: string, t: TFunction<'admin'>): string {
  if (actor === 'local') return t('actor-local')
  const [, who] = /^command:(.*)$/.exec(actor) ?? []
  return who === undefined ? actor : t('actor-command', { who })
}
