import { notFound } from '@tanstack/react-router'
import type { Locale } from '../../i18n/locale'
import type { LegalKind } from './document'
import { loadDocument } from './document-store'
import { statesOn, todayInSeoul, versionsOf, type DatedVersion } from './versions'

/** The address of the version in force, beside the dated ones (contract: Addresses). */
export const CURRENT = 'current'

/** What a legal page shows: one version, and all of them for its list. */
export interface LegalPageData {
  version: DatedVersion
  versions: DatedVersion[]
}

/**
 * Chooses the version and loads its text.
 * @param asked `current` or a version as in its address
 * @param today Seoul day, `YYYY-MM-DD`
 * @throws notFound for a version that does not exist
 */
export async function loadLegalPage(
  kind: LegalKind,
  asked: string,
  locale: Locale,
  today = todayInSeoul(),
): Promise<LegalPageData> {
  const versions = statesOn(versionsOf(kind), today)
  const version = versions.find((candidate) =>
    asked === CURRENT ? candidate.state === 'in-force' : candidate.version === asked,
  )
  if (!version) throw notFound()
  await loadDocument(kind, version.version, locale)
  return { version, versions }
}

/**
 * What a kind gives to the sitemap: the landing page and each version (contract: Addresses), changed on the day on which its text
 * began to apply. Of a text that is still to come nobody says when it was written.
 * @param today as `loadLegalPage` has it
 */
export function legalEntries(kind: LegalKind, today = todayInSeoul()): { path: string; changed?: string }[] {
  const versions = statesOn(versionsOf(kind), today)
  const changed = ({ effective, state }: DatedVersion) => (state === 'upcoming' ? {} : { changed: effective })
  const inForce = versions.find(({ state }) => state === 'in-force')
  return [
    { path: `/${kind}`, ...(inForce && changed(inForce)) },
    ...versions.map((version) => ({ path: `/${kind}/${version.version}`, ...changed(version) })),
  ]
}
