import type { DatabaseSync } from 'node:sqlite'

/** The database file of an outbox as its own code reads it. */
export function storageOf(db: DatabaseSync): SqlStorage {
  const exec = (query: string, ...values: (string | number | null)[]) => {
    if (values.length === 0 && query.includes(';')) db.exec(query)
    const rows = values.length === 0 && query.includes(';') ? [] : db.prepare(query).all(...values)
    return { toArray: () => rows }
  }
  return { exec } as unknown as SqlStorage
}
