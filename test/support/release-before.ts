import { type OutboxDisk, outboxDisk } from './outbox-disk.ts'
import { payload } from './outbox-under-test.ts'
import { SqliteD1 } from './sqlite-d1.ts'

/*
 * A site as the release before this one leaves it: D1 with its migrations, and the database of an outbox with its columns. Replaced with
 * each release by the one before that.
 */

/** The first migration of this release. */
const FIRST_MIGRATION = '0016_inquiry_record.sql'

const OUTBOX = `
  CREATE TABLE inquiry (receipt TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, state TEXT NOT NULL, accepted_at INTEGER NOT NULL,
    delivered_at INTEGER, attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER, payload TEXT, retried_at INTEGER, retry_request TEXT,
    attempt_started_at INTEGER, unknowns INTEGER NOT NULL DEFAULT 0, refusals INTEGER NOT NULL DEFAULT 0, last_failure TEXT,
    needs_files INTEGER NOT NULL DEFAULT 0, files_waited_ms INTEGER NOT NULL DEFAULT 0, files_answered_at INTEGER, sent_files TEXT,
    copy_pending INTEGER NOT NULL DEFAULT 0, destroyed_at INTEGER, canary INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE event (receipt TEXT NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL, detail TEXT);
  CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX due_by_lane ON inquiry (needs_files, next_at) WHERE state = 'queued';
  CREATE INDEX queued_oldest ON inquiry (canary, accepted_at) WHERE state = 'queued';
  CREATE INDEX undelivered ON inquiry (canary) WHERE state = 'undelivered';
  CREATE INDEX interrupted ON inquiry (attempt_started_at) WHERE attempt_started_at IS NOT NULL;
  CREATE INDEX copies ON inquiry (copy_pending) WHERE copy_pending > 0;
  CREATE INDEX with_payload ON inquiry (receipt) WHERE payload IS NOT NULL;
  CREATE INDEX canaries ON inquiry (canary, state) WHERE canary = 1;
  CREATE INDEX delivered ON inquiry (delivered_at) WHERE delivered_at IS NOT NULL;
  CREATE INDEX destroyed ON inquiry (destroyed_at) WHERE destroyed_at IS NOT NULL;
  CREATE INDEX event_by_receipt ON event (receipt, at)`

/** What became of an inquiry in the release before. */
export type FormerState =
  | 'queued'
  | 'queued, not copied yet'
  | 'undelivered'
  | 'undelivered, processed'
  | 'delivered'
  | 'delivered without a file'
  | 'delivered, processed'
  | 'received, its answer lost'
  | 'received, its receipt purged'
  | 'destroyed'

/** The upload whose file the upstream did not take. */
export const LEFT_UPLOAD = '22222222-2222-4222-8222-222222222222'
export const PROCESSED_AT = '2026-10-31T09:00:00.000Z'
export const ACCEPTED_AT = Date.UTC(2026, 9, 30)

/**
 * Makes the state of a site with an inquiry in each of these states for one brand. The receipt of an inquiry is `{brand} {state}`.
 * @param isEmbedded whether its own upstream has received what was delivered
 */
export function releaseBefore(states: readonly FormerState[], brandIds: readonly string[], isEmbedded: boolean) {
  const d1 = new SqliteD1(FIRST_MIGRATION)
  const disks = new Map<string, OutboxDisk>()
  for (const brandId of brandIds) {
    const disk = outboxDisk(brandId)
    disk.db.exec(OUTBOX)
    d1.rows('INSERT INTO outbox (brand_id, first_used_at) VALUES (?, ?)', brandId, PROCESSED_AT)
    for (const state of states) add(d1, disk, brandId, state, isEmbedded)
    disk.db.exec(`
      INSERT INTO counter SELECT state, count(*) FROM inquiry GROUP BY state;
      INSERT INTO counter SELECT 'accepted', count(*) FROM inquiry`)
    disks.set(brandId, disk)
  }
  return { d1, disks }
}

function add(d1: SqliteD1, { db }: OutboxDisk, brandId: string, former: FormerState, isEmbedded: boolean): void {
  const receipt = `${brandId} ${former}`
  const [state = ''] = former.replace('received', 'queued').split(/[ ,]/)
  const isReceived = former.startsWith('received') || former.startsWith('delivered')
  const kept =
    former === 'delivered without a file' ? { kept: [LEFT_UPLOAD], missing: ['plan.pdf'], uploads: [LEFT_UPLOAD] } : {}
  const content = {
    ...payload,
    ...kept,
    brandId,
    whiteLabel: brandId,
    inquiry: { ...payload.inquiry, subject: receipt, company_name: 'Gaon' },
  }
  const isOpen = state === 'queued' || state === 'undelivered' || 'kept' in kept
  if (former !== 'received, its receipt purged')
    db.prepare(
      `INSERT INTO inquiry (receipt, key, state, accepted_at, delivered_at, attempts, next_at, payload, destroyed_at, copy_pending)
         VALUES (?1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
    ).run(
      receipt,
      state,
      ACCEPTED_AT,
      state === 'delivered' ? ACCEPTED_AT + 1000 : null,
      isOpen ? 2 : 0,
      state === 'queued' ? ACCEPTED_AT : null,
      isOpen ? JSON.stringify(content) : null,
      state === 'destroyed' ? ACCEPTED_AT : null,
      Number(former === 'queued, not copied yet'),
    )
  const acceptedAt = new Date(ACCEPTED_AT).toISOString()
  const processedAt = former.endsWith('processed') ? PROCESSED_AT : null
  if (isOpen && former !== 'queued, not copied yet' && !former.startsWith('received'))
    d1.rows(
      `INSERT INTO undelivered_inquiry (receipt, accepted_at, white_label, payload, brand_id, state, attempts, processed_at)
         VALUES (?, ?, ?, ?, ?, ?, 2, ?)`,
      receipt,
      acceptedAt,
      brandId,
      JSON.stringify({
        ...content,
        staged: 'kept' in kept ? [{ key: `held/${LEFT_UPLOAD}/000`, name: 'plan.pdf' }] : [],
      }),
      brandId,
      state,
      processedAt,
    )
  if (isReceived && isEmbedded)
    d1.rows(
      `INSERT INTO inquiry (idempotency_key, receipt, received_at, processed_at, white_label, brand_id, accepted_at, title, inquiry_mail,
         contents, recipient_type, inquiry_type, subject, content, phone_number_homepage, company_name, user_name, is_home_unite,
         is_home_inquiry) VALUES (?1, ?1, ?2, ?3, ?4, ?4, ?2, 'title', 'a@b.example', '<table></table>', 'vcp-x', 'quote', ?1, 'x', '+82-1',
         'Gaon', 'x', 0, 1)`,
      receipt,
      acceptedAt,
      processedAt,
      brandId,
    )
}
