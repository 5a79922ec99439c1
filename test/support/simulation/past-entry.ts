import type { OutboxDisk } from '../outbox-disk.ts'

/** A row of the outbox. */
export interface StoredEntry {
  receipt: string
  subject: string
  state: string
  version: number
  acceptedAt: number
  attempts: number
  processedAt: number | null
  destroyAt: number | null
  payload: string | null
  /** Of what was typed, while its key stands for it. */
  typedHash: string | null
  /** Made of a row that had none. */
  isAdopted: boolean
}

/** What an outbox said of an inquiry at one of its versions. */
export interface PastEntry {
  state: string
  attempts: number
  lastFailure: string | null
  deliveredAt: number | null
  processedAt: number | null
  destroyAt: number | null
  destroyedAt: number | null
  receivedHere: number
  payload: string | null
}

/** What an entry was at a version; undefined where it never had it. */
export function readPast(disk: OutboxDisk, receipt: string, version: number): PastEntry | undefined {
  const [past] = disk.rows<PastEntry>(
    `SELECT state, attempts, last_failure AS lastFailure, delivered_at AS deliveredAt, processed_at AS processedAt,
       destroy_at AS destroyAt, destroyed_at AS destroyedAt, received_here AS receivedHere, payload
     FROM past WHERE receipt = ? AND version = ?`,
    receipt,
    version,
  )
  return past
}

/** When the next queued inquiry is due, in milliseconds since epoch; null where none is queued. */
export function nextDueOf(disk: OutboxDisk): number | null {
  const [row] = disk.rows<{ at: number | null }>("SELECT min(next_at) AS at FROM inquiry WHERE state = 'queued'")
  return row?.at ?? null
}
