import { notFound } from '@tanstack/react-router'
import { seoulDay } from '../../../functions/contract/seoul'
import type { PageVisitor } from '../../context/page-context'
import { loadChanges, loadDocument, type LegalKind } from './document'
import { isAnnounced, statesOn, versionsOf, versionsSince, type DatedVersion } from './versions-in-force'

/** The address of the version in force, beside the dated ones (docs/contract.md#2). */
export const CURRENT = 'current'

/** Loader data of a legal page: the version shown, all of them for the list, the one to announce, and the one to compare with. */
export interface LegalPageData {
  version: DatedVersion
  versions: DatedVersion[]
  announced?: DatedVersion
  compared?: DatedVersion
}

/** Whose versions they are: a brand's first one is that in force as its site began. */
interface OfBrand {
  brand: Pick<PageVisitor['brand'], 'since'>
}

/**
 * Finds the version and loads its text.
 * @param address `current` or a version
 * @param compare an older version; any other value is ignored
 * @param today in Seoul, `YYYY-MM-DD`
 * @throws notFound for a version that does not exist, or that the brand never had
 */
export async function loadLegalPage(
  kind: LegalKind,
  address: string,
  { brand, locale }: Pick<PageVisitor, 'locale'> & OfBrand,
  compare?: string,
  today = seoulDay(Date.now()),
): Promise<LegalPageData> {
  const ofBrand = versionsSince(versionsOf(kind), brand.since?.day, today)
  const versions = statesOn(ofBrand, today)
  const version = versions.find((candidate) =>
    address === CURRENT ? candidate.state === 'in-force' : candidate.version === address,
  )
  if (!version) throw notFound()
  const toAnnounce = ofBrand.findLast((meta) => isAnnounced(meta, today))
  const announced = versions.find((candidate) => candidate.version === toAnnounce?.version)
  const compared = versions.find((candidate) => candidate.version === compare && candidate.version < version.version)
  await (compared ? loadChanges(kind, version.version, locale) : loadDocument(kind, version.version, locale))
  return { version, versions, ...(announced && { announced }), ...(compared && { compared }) }
}

/**
 * A kind's entries in the sitemap: the landing page and each version, changed on the day on which it began to apply. An
 * upcoming version has no such day yet.
 * @param today in Seoul, `YYYY-MM-DD`
 */
export function legalEntries(
  kind: LegalKind,
  { brand }: OfBrand,
  today = seoulDay(Date.now()),
): { path: string; changed?: string }[] {
  const versions = statesOn(versionsSince(versionsOf(kind), brand.since?.day, today), today)
  const changed = ({ effective, state }: DatedVersion) => (state === 'upcoming' ? {} : { changed: effective })
  const inForce = versions.find(({ state }) => state === 'in-force')
  return [
    { path: `/${kind}`, ...(inForce && changed(inForce)) },
    ...versions.map((version) => ({ path: `/${kind}/${version.version}`, ...changed(version) })),
  ]
}
