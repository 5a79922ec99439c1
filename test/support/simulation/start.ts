import { Database } from '../database.ts'
import { outboxDisk } from '../outbox-disk.ts'
import { env, Outbox, payload } from '../outbox-under-test.ts'
import { migratedDatabase, SqliteD1 } from '../sqlite-d1.ts'
import { receiveInOldTable } from './old-worker.ts'

export type UpstreamKind = 'embedded' | 'remote'

export const BRANDS = ['vcp-x', 'partner-a']
/** Keys that visitors use, the same ones in each brand. */
export const KEYS = 6
/** Inquiries of earlier builds in each brand, under the keys that follow. */
export const EARLIER = 2

export const keyOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`

/** How often the contents under the key of a subject had been new ones before. */
export const generationOf = (subject: string) => Number(subject.split(' ')[2] ?? 0)

/** One that the first build had queued, and a delivered one whose copy in D1 a later build has left behind. */
export const earlierInquiries = (brandId: string) => [
  { key: keyOf(KEYS), receipt: `${brandId} queued`, isQueued: true },
  { key: keyOf(KEYS + 1), receipt: `${brandId} left behind`, isQueued: false },
]

export const settingsOf = (kind: UpstreamKind, d1: SqliteD1) => ({
  ...env(d1),
  UPSTREAM_URL: kind === 'remote' ? 'http://upstream.example' : '',
})

const PAST = `state, attempts, last_failure, delivered_at, processed_at, destroy_at, destroyed_at, received_here, payload`
const NOTED = `INSERT OR REPLACE INTO past SELECT receipt, version, ${PAST} FROM inquiry`
/** Notes each entry at each of its versions. */
const HISTORY = `
  CREATE TABLE past (receipt, version, ${PAST}, PRIMARY KEY (receipt, version));
  ${NOTED};
  CREATE TRIGGER past_added AFTER INSERT ON inquiry BEGIN ${NOTED} WHERE receipt = NEW.receipt; END;
  CREATE TRIGGER past_changed AFTER UPDATE OF version ON inquiry BEGIN ${NOTED} WHERE receipt = NEW.receipt; END;`

/** What is stored when a world begins: by earlier builds, in tables that this one has brought up to date. */
interface Start {
  d1: Database
  outboxes: Database[]
}

const starts = new Map<UpstreamKind, Start>()

/** The databases of a world, which the next world uses again: each takes back what the one before has written. */
export function startOf(kind: UpstreamKind): Start {
  const start = starts.get(kind) ?? newStart(kind)
  starts.set(kind, start)
  for (const database of [start.d1, ...start.outboxes]) database.rewind()
  return start
}

function newStart(kind: UpstreamKind): Start {
  const database = migratedDatabase()
  const d1 = new SqliteD1(database)
  const outboxes = BRANDS.map((id) => newOutbox(id, kind, d1))
  d1.close()
  for (const each of [database, ...outboxes]) each.mark()
  return { d1: database, outboxes }
}

function newOutbox(brandId: string, kind: UpstreamKind, d1: SqliteD1): Database {
  const database = new Database()
  database.connection.exec(`
    CREATE TABLE inquiry (receipt TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, state TEXT NOT NULL, accepted_at INTEGER NOT NULL,
      delivered_at INTEGER, attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER, payload TEXT);
    CREATE INDEX due ON inquiry (next_at) WHERE state = 'queued'`)
  const now = Date.now()
  for (const { key, receipt, isQueued } of earlierInquiries(brandId)) {
    const subject = `${brandId} ${key}`
    const inquiry = JSON.stringify({
      ...payload,
      inquiry: { ...payload.inquiry, subject },
      brandId,
      whiteLabel: brandId,
    })
    database.rows(
      'INSERT INTO inquiry (receipt, key, state, accepted_at, delivered_at, next_at, payload) VALUES (?, ?, ?, ?, ?, ?, ?)',
      isQueued ? [receipt, key, 'queued', now, null, now, inquiry] : [receipt, key, 'delivered', now, now, null, null],
    )
    if (isQueued) continue
    if (kind === 'embedded') receiveInOldTable(d1, brandId, receipt, subject)
    d1.rows(
      "INSERT INTO undelivered_inquiry (receipt, accepted_at, white_label, payload, brand_id, state) VALUES (?, ?, ?, ?, ?, 'queued')",
      receipt,
      new Date(now).toISOString(),
      brandId,
      inquiry,
      brandId,
    )
  }
  const disk = outboxDisk(brandId, database)
  new Outbox(disk.boot() as never, settingsOf(kind, d1))
  disk.kill()
  database.connection.exec(HISTORY)
  return database
}
