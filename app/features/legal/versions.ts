import type { LegalKind, VersionMeta } from './document'

const files = import.meta.glob<VersionMeta>('./documents/*/*.en.md', { query: '?meta', import: 'default', eager: true })

/** The versions of a kind, newest first, as the documents' own front matter tells them. */
export function versionsOf(kind: LegalKind): VersionMeta[] {
  return Object.entries(files)
    .filter(([path]) => path.startsWith(`./documents/${kind}/`))
    .map(([, meta]) => meta)
    .sort((a, b) => b.effective.localeCompare(a.effective))
}

export type VersionState = 'in-force' | 'superseded' | 'upcoming'
export interface DatedVersion extends VersionMeta {
  state: VersionState
}

/** The calendar day in Seoul, `YYYY-MM-DD`; a version applies from the start of its day there. */
export function todayInSeoul(now = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(now)
}

/**
 * Says of each version whether it applies on a day: the newest that has begun is in force, older ones are superseded,
 * later ones upcoming.
 * @param today from `todayInSeoul`
 */
export function statesOn(versions: VersionMeta[], today: string): DatedVersion[] {
  const newestFirst = versions.toSorted((a, b) => b.effective.localeCompare(a.effective))
  const inForce = newestFirst.find(({ effective }) => effective <= today)
  return newestFirst.map((version) => ({
    ...version,
    state: version === inForce ? 'in-force' : version.effective > today ? 'upcoming' : 'superseded',
  }))
}
