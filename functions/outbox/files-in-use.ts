import { HAS_UPLOADS, REFERENCES } from './schema.ts'

/** What inquiries still need of R2. */
export interface FilesInUse {
  /** Ids of staged uploads. */
  uploads: string[]
  references: string[]
}

/** What the inquiries of one outbox still need of R2. */
export class FilesInUseStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /**
   * Uploads and file references of all inquiries whose contents are still here: R2 must keep their files. A delivered one names only what
   * was not delivered.
   * @param but the receipt of an inquiry that does not count
   */
  all(but = ''): FilesInUse {
    const ids = (path: string, delivered: boolean) =>
      this.#rows<{ id: string }>(
        `SELECT value AS id FROM inquiry, json_each(payload, ?)
           WHERE payload IS NOT NULL AND value IS NOT NULL AND (state = 'delivered') = ? AND receipt <> ?`,
        path,
        Number(delivered),
        but,
      ).map(({ id }) => id)
    return {
      uploads: [...ids('$.uploads', false), ...ids('$.kept', true)],
      references: [...ids('$.inquiry.file_ref_id', false), ...ids('$.inquiry.file_ref_id_homepage', false)],
    }
  }

  /** The uploads among them, read from those inquiries only that have any. */
  uploads(): string[] {
    return this.#rows<{ id: string }>(
      `SELECT value AS id FROM inquiry, json_each(payload, iif(state = 'delivered', '$.kept', '$.uploads')) WHERE ${HAS_UPLOADS}`,
    ).map(({ id }) => id)
  }

  /** Which of these file references an inquiry names whose files are not delivered. */
  references(references: readonly string[]): Set<string> {
    const isNamed = Object.values(REFERENCES).map(
      ({ reference, condition }) =>
        `EXISTS (SELECT 1 FROM inquiry WHERE ${condition} AND ${reference} = value AND state <> 'delivered')`,
    )
    return new Set(
      this.#rows<{ id: string }>(
        `SELECT value AS id FROM json_each(?) WHERE ${isNamed.join(' OR ')}`,
        JSON.stringify(references),
      ).map(({ id }) => id),
    )
  }

  #rows<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec<Row>(query, ...values).toArray()
  }
}
