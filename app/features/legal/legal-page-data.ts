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
export async function loadLegalPage(kind: LegalKind, asked: string, locale: Locale, today = todayInSeoul()): Promise<LegalPageData> {
  const versions = statesOn(versionsOf(kind), today)
  const version = versions.find((candidate) => (asked === CURRENT ? candidate.state === 'in-force' : candidate.version === asked))
  if (!version) throw notFound()
  await loadDocument(kind, version.version, locale)
  return { version, versions }
}

/** Paths of a kind for the sitemap: the landing page and each version (contract: Addresses). */
export function legalPaths(kind: LegalKind): string[] {
  return [`/${kind}`, ...versionsOf(kind).map(({ version }) => `/${kind}/${version}`)]
}
