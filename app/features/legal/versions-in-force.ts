import type { LegalDocument } from '../../build/legal-documents'
import { seoulDay } from '../../../functions/contract/seoul'
import { LEGAL_KINDS, type LegalKind } from './document'

/* Which version is in force, announced and agreed to: all of it follows from the dates of the documents. */

/** A version without its text. */
type VersionMeta = Pick<LegalDocument, 'version' | 'effective' | 'notice_days'>
/** It applies from the start of its `effective` day in Seoul. */
export interface DatedVersion extends Pick<LegalDocument, 'version' | 'effective'> {
  state: 'in-force' | 'superseded' | 'upcoming'
}

const metas = import.meta.glob<VersionMeta>('./documents/*/*.en.md', { query: '?meta', import: 'default', eager: true })

const newestFirst = (kind: LegalKind): VersionMeta[] =>
  Object.entries(metas)
    .filter(([path]) => path.startsWith(`./documents/${kind}/`))
    .map(([, meta]) => meta)
    .sort((a, b) => b.effective.localeCompare(a.effective))

/** Every request asks for these. */
const versions = Object.fromEntries(LEGAL_KINDS.map((kind) => [kind, newestFirst(kind)])) as Record<
  LegalKind,
  VersionMeta[]
>

/** The versions of a kind, newest first. */
export const versionsOf = (kind: LegalKind): VersionMeta[] => versions[kind]

/**
 * The newest version that has begun; undefined before the first one.
 * @param versions newest first
 * @param today in Seoul, `YYYY-MM-DD`
 */
const inForceOn = <Version extends VersionMeta>(versions: Version[], today: string): Version | undefined =>
  versions.find(({ effective }) => effective <= today)

/** The version of the privacy policy that a visitor agrees to: never one that is only announced. @param today in Seoul, `YYYY-MM-DD` */
export const agreedVersion = (today = seoulDay(Date.now()), versions = versionsOf('privacy-policy')): string | null =>
  inForceOn(versions, today)?.version ?? null

/** Days for which a page may stand open before its form is sent. */
const OPEN_DAYS = 7

/** The versions that a form may name: that in force, and those that a page which is still open may have shown. @param today in Seoul, `YYYY-MM-DD` */
export function agreedVersions(today = seoulDay(Date.now()), versions = versionsOf('privacy-policy')): string[] {
  const opened = new Date(Date.parse(today) - OPEN_DAYS * 86_400_000).toISOString().slice(0, 10)
  const oldest = inForceOn(versions, opened)?.effective ?? ''
  return versions.filter(({ effective }) => effective <= today && effective >= oldest).map(({ version }) => version)
}

/**
 * The versions of a brand: those in force on the first day of its site or later. The first of them applies there from that day. Before
 * that day, the site has the version in force and later ones.
 * @param versions newest first
 * @param since first day of the site; without it all versions are the brand's
 * @param today in Seoul, `YYYY-MM-DD`
 */
export function versionsSince<Version extends VersionMeta>(
  versions: Version[],
  since: string | undefined,
  today: string,
): Version[] {
  if (since === undefined) return versions
  const first = inForceOn(versions, since < today ? since : today)
  if (first === undefined) return versions
  return versions.flatMap((version) => {
    if (version === first)
      return { ...version, effective: since <= today && since > first.effective ? since : first.effective }
    return version.effective > first.effective ? version : []
  })
}

/** Paths of the texts of a brand: each kind's in force, and each version. @param since first day of the brand's site */
export const legalPaths = (since: string | undefined, today = seoulDay(Date.now())): string[] =>
  LEGAL_KINDS.flatMap((kind) =>
    ['current', ...versionsSince(versionsOf(kind), since, today).map(({ version }) => version)].map(
      (name) => `/${kind}/${name}`,
    ),
  )

/** The state of each version on a day: older ones than that in force are superseded, later ones upcoming. */
export function statesOn(versions: VersionMeta[], today: string): DatedVersion[] {
  const inForce = inForceOn(versions, today)
  return versions.map((meta) => ({
    version: meta.version,
    effective: meta.effective,
    state: meta === inForce ? 'in-force' : meta.effective > today ? 'upcoming' : 'superseded',
  }))
}

/** Whether an upcoming version has to be announced: from its days of notice before it applies (docs/specification.md#4). */
export const isAnnounced = ({ effective, notice_days }: VersionMeta, today: string): boolean =>
  effective > today && Date.parse(effective) - Date.parse(today) <= notice_days * 86_400_000
