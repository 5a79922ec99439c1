import type { InquiryState } from '../contract/inquiry-body.ts'
import { unmarkedEnd } from '../contract/retention.ts'
import type { Payload, PayloadFacts } from './payload.ts'

/** One row of the store. Times are milliseconds since epoch. */
export interface Entry {
  receipt: string
  key: string
  /** Of what the visitor typed; null where the key stands for nothing any more, and in rows of older builds. */
  typedHash: string | null
  state: InquiryState
  acceptedAt: number
  deliveredAt: number | null
  /** When it was first answered. */
  answeredAt: number | null
  /** When the visitor replied to the last answer; null where nobody waits for another one. */
  repliedAt: number | null
  processedAt: number | null
  destroyAt: number | null
  /** Whether the operator who marked it as processed called it spam. */
  isSpam: boolean
  destroyedAt: number | null
  retriedAt: number | null
  /** Names the line of the client whose it is, see Turns. */
  line: string
  attempts: number
  unknowns: number
  refusals: number
  lastFailure: string | null
  filesWaitedMs: number
  filesAnsweredAt: number | null
  /** JSON array of the file columns that were delivered; null before, and in rows of older builds. */
  sentFiles: string | null
  /** Whether the site's own upstream has received it. Null until the delivery, and where an older build delivered it: its row says so. */
  receivedHere: boolean | null
  /** An inquiry of the site itself, which has no row. */
  canary: boolean
  facts: PayloadFacts | null
  /** Raised with each change that the row in D1 shows. */
  version: number
  /** The version that the row in D1 has; 0 before the first copy. */
  copiedVersion: number
  payload: Payload | null
}

/** An entry whose contents are still there. */
export type OpenEntry = Entry & { payload: Payload }

/**
 * Whether the clock ends an entry: its day has come, or it was delivered and nobody has marked it for a year (decision 053).
 * @param lastWordAt when it was last answered or replied to, null where it never was
 */
export const isDue = (
  { state, acceptedAt, processedAt, destroyAt }: Entry,
  lastWordAt: number | null,
  now: Date,
): boolean => {
  if (state === 'destroyed') return false
  if (destroyAt !== null) return destroyAt <= now.getTime()
  const since = Math.max(acceptedAt, lastWordAt ?? 0)
  return state === 'delivered' && processedAt === null && since < unmarkedEnd(now).getTime()
}

type StoredEntry = Omit<Entry, 'payload' | 'facts' | 'receivedHere' | 'canary' | 'isSpam'> & {
  payload: string | null
  facts: string | null
  receivedHere: number | null
  canary: number
  isSpam: number
}

const COLUMNS = `receipt, key, typed_hash AS typedHash, state, accepted_at AS acceptedAt, delivered_at AS deliveredAt, answered_at AS answeredAt,
  replied_at AS repliedAt, processed_at AS processedAt,
  destroy_at AS destroyAt, is_spam AS isSpam, destroyed_at AS destroyedAt, retried_at AS retriedAt, coalesce(line, receipt) AS line, attempts, unknowns, refusals, last_failure AS lastFailure,
  files_waited_ms AS filesWaitedMs, files_answered_at AS filesAnsweredAt, sent_files AS sentFiles, received_here AS receivedHere, canary, facts,
  version, copied_version AS copiedVersion, payload`

/** Entries of a store. @param condition SQL that follows the table, with the values of its `?` */
export function readEntries(sql: SqlStorage, condition: string, ...values: SqlStorageValue[]): Entry[] {
  const rows = sql.exec<StoredEntry>(`SELECT ${COLUMNS} FROM inquiry ${condition}`, ...values).toArray()
  return rows.map((row) => ({
    ...row,
    receivedHere: row.receivedHere === null ? null : row.receivedHere === 1,
    canary: row.canary === 1,
    isSpam: row.isSpam === 1,
    facts: row.facts === null ? null : (JSON.parse(row.facts) as PayloadFacts),
    payload: row.payload === null ? null : (JSON.parse(row.payload) as Payload),
  }))
}
