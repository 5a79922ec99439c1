/* The legal texts that were announced to visitors: once sealed, a deployment that differs is refused (decision 057). */

/** A version of a document in one language. */
export interface SealedVersion {
  /** `privacy-policy/20250701.ko.md` */
  file: string
  /** Hexadecimal. */
  sha256: string
  /** First day on which it applies, Seoul time: `2025-07-01`. */
  effective: string
}

export const sealedVersions = async (db: D1Database): Promise<SealedVersion[]> =>
  (await db.prepare('SELECT file, sha256, effective FROM legal_version ORDER BY file').all<SealedVersion>()).results

/** Seals versions. One that is sealed stays as it is. */
export async function sealVersions(db: D1Database, versions: readonly SealedVersion[], at: Date): Promise<void> {
  const insert = db.prepare(
    'INSERT OR IGNORE INTO legal_version (file, sha256, effective, sealed_at) VALUES (?, ?, ?, ?)',
  )
  if (versions.length > 0)
    await db.batch(
      versions.map(({ file, sha256, effective }) => insert.bind(file, sha256, effective, at.toISOString())),
    )
}
