/* The seals of the legal texts that were announced to visitors (table `legal_version`): a deployment of another text is refused (decision 056). */

/** A version of a document in one language. */
export interface SealedVersion {
  /** `privacy-policy/20250701.ko.md` */
  file: string
  /** Hexadecimal. */
  sha256: string
  /** First day on which it applies, Seoul time: `2025-07-01`. */
  effective: string
}

/** Statement for the versions that are sealed, for `wrangler d1 execute`. */
export const SELECT_SEALED = 'SELECT file, sha256, effective FROM legal_version ORDER BY file'

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Statement that seals versions, for `wrangler d1 execute`. One that is sealed stays as it is. */
export const insertSealed = (versions: readonly SealedVersion[], at: Date): string =>
  `INSERT OR IGNORE INTO legal_version (file, sha256, effective, sealed_at) VALUES ${versions
    .map(({ file, sha256, effective }) => `(${[file, sha256, effective, at.toISOString()].map(quoted).join(', ')})`)
    .join(', ')}`
