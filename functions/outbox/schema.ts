import { KIND } from './due-entries.ts'
import type { FileColumn } from './payload.ts'

/**
 * Tables of an outbox. `inquiry` has one row for each receipt, `event` what happened to those that were not delivered at once, and
 * `counter` the number of inquiries in each state, kept in the same transaction as the state. A canary (docs/operating.md) is counted
 * nowhere. The first columns are those of the first build; the others are added to its tables.
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS inquiry (
    receipt TEXT PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    accepted_at INTEGER NOT NULL,
    delivered_at INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER,
    payload TEXT
  );
  CREATE TABLE IF NOT EXISTS event (receipt TEXT NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL, detail TEXT);
  CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`

const ADDED_COLUMNS: Record<string, string> = {
  /** Start of the delivery period, where an operator had the inquiry sent again. */
  retried_at: 'INTEGER',
  /** While an attempt runs: the upstream may have got the inquiry. */
  attempt_started_at: 'INTEGER',
  unknowns: 'INTEGER NOT NULL DEFAULT 0',
  refusals: 'INTEGER NOT NULL DEFAULT 0',
  last_failure: 'TEXT',
  /** 1 while staged files have to be forwarded first. */
  needs_files: 'INTEGER NOT NULL DEFAULT 0',
  /** The lowest of a kind is attempted first (functions/outbox/turns.ts). */
  turn: 'INTEGER NOT NULL DEFAULT 0',
  /** Whose it is while it waits: the receipt of the first that the same client had sent, where that is another one. */
  line: 'TEXT',
  /** How often the upstream has failed on it since an answer to another. */
  own_failures: 'INTEGER NOT NULL DEFAULT 0',
  /** How long the files have waited while the upstream answered, and when it last did. */
  files_waited_ms: 'INTEGER NOT NULL DEFAULT 0',
  files_answered_at: 'INTEGER',
  /** File columns that were delivered, so that a repeated inquiry is known to bring no new file. */
  sent_files: 'TEXT',
  /** When it was first answered, and when the visitor has replied to the last answer. */
  answered_at: 'INTEGER',
  replied_at: 'INTEGER',
  /** Signs the address of replies, in Base64. Goes with the destruction. */
  reply_key: 'TEXT',
  /** 1 where the operator who marked it as processed called it spam. */
  is_spam: 'INTEGER NOT NULL DEFAULT 0',
  /** When an operator has seen to it, and when it is destroyed after that. */
  processed_at: 'INTEGER',
  destroy_at: 'INTEGER',
  destroyed_at: 'INTEGER',
  /** 1 where the site's own upstream has received it, so that its row in D1 has the only contents; null where an older build delivered it. */
  received_here: 'INTEGER',
  /** What is not personal in the payload, as JSON (functions/outbox/record-of-entry.ts); null in rows of older builds. */
  facts: 'TEXT',
  /** Raised by a trigger with each change that the row in D1 shows. */
  version: 'INTEGER NOT NULL DEFAULT 1',
  /** The version of the row in D1. A row of an older build counts as copied until something says otherwise. */
  copied_version: 'INTEGER NOT NULL DEFAULT 1',
  canary: 'INTEGER NOT NULL DEFAULT 0',
  /** Until when the key stands for this inquiry; null in rows of older builds. */
  key_ends_at: 'INTEGER',
  /** What tells other contents under the same key (functions/outbox/accepted-keys.ts). Goes with the key's time or with the destruction. */
  typed_hash: 'TEXT',
}

/** As a query has to say it, so that it is answered from the index. */
export const HAS_UPLOADS = "payload IS NOT NULL AND json_array_length(payload, '$.uploads') > 0"

const hasReference = (field: FileColumn) => {
  const reference = `payload ->> '$.inquiry.${field}'`
  return { reference, condition: `payload IS NOT NULL AND ${reference} IS NOT NULL` }
}
/** The same of the file reference of each form field. */
export const REFERENCES = { first: hasReference('file_ref_id'), second: hasReference('file_ref_id_homepage') }

/** Partial indexes, each as small as what it finds, so that nothing reads the rows of delivered inquiries. */
const INDEXES = `
  DROP INDEX IF EXISTS due;
  DROP INDEX IF EXISTS due_by_lane;
  DROP INDEX IF EXISTS due_by_kind;
  DROP INDEX IF EXISTS untried;
  DROP INDEX IF EXISTS untried_by_turn;
  DROP INDEX IF EXISTS first_of_kind;
  CREATE INDEX IF NOT EXISTS due_of_kind ON inquiry ((${KIND}), next_at) WHERE state = 'queued';
  DROP INDEX IF EXISTS first_by_turn;
  CREATE INDEX IF NOT EXISTS of_kind_by_turn ON inquiry ((${KIND}), turn, next_at) WHERE state = 'queued';
  CREATE INDEX IF NOT EXISTS queued_oldest ON inquiry (canary, accepted_at) WHERE state = 'queued';
  CREATE INDEX IF NOT EXISTS undelivered ON inquiry (canary) WHERE state = 'undelivered';
  CREATE INDEX IF NOT EXISTS interrupted ON inquiry (attempt_started_at) WHERE attempt_started_at IS NOT NULL;
  DROP INDEX IF EXISTS copies;
  CREATE INDEX IF NOT EXISTS to_copy ON inquiry (accepted_at) WHERE version > copied_version AND canary = 0;
  CREATE INDEX IF NOT EXISTS of_older_builds ON inquiry (accepted_at) WHERE version = 1 AND payload IS NULL AND canary = 0;
  CREATE INDEX IF NOT EXISTS with_payload ON inquiry (receipt) WHERE payload IS NOT NULL;
  CREATE INDEX IF NOT EXISTS with_uploads ON inquiry (receipt) WHERE ${HAS_UPLOADS};
  CREATE INDEX IF NOT EXISTS first_reference ON inquiry (${REFERENCES.first.reference}) WHERE ${REFERENCES.first.condition};
  CREATE INDEX IF NOT EXISTS second_reference ON inquiry (${REFERENCES.second.reference}) WHERE ${REFERENCES.second.condition};
  CREATE INDEX IF NOT EXISTS canaries ON inquiry (canary, state) WHERE canary = 1;
  CREATE INDEX IF NOT EXISTS delivered ON inquiry (delivered_at) WHERE delivered_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS destroyed ON inquiry (destroyed_at) WHERE destroyed_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS hashes ON inquiry (key_ends_at) WHERE typed_hash IS NOT NULL;
  CREATE INDEX IF NOT EXISTS event_by_receipt ON event (receipt, at)`

const SHOWN =
  'state, delivered_at, answered_at, replied_at, processed_at, destroy_at, destroyed_at, received_here, attempts, last_failure, payload'
const valuesOf = (row: 'OLD' | 'NEW') => `(${SHOWN.replace(/\w+/g, `${row}.$&`)})`

/** The one place that raises a version, so that no change is forgotten, not even one of the release before this on the same tables. */
const VERSIONS = `
  DROP TRIGGER IF EXISTS version_raised;
  CREATE TRIGGER IF NOT EXISTS version_raised_by_change AFTER UPDATE OF ${SHOWN} ON inquiry
    WHEN OLD.version = NEW.version AND ${valuesOf('OLD')} IS NOT ${valuesOf('NEW')}
  BEGIN
    UPDATE inquiry SET version = version + 1 WHERE receipt = NEW.receipt;
  END;`

/**
 * Counts the inquiries that were ever delivered, which a destruction does not change, where nothing has counted them: in tables of an
 * older build, and after the restore of one.
 */
export function countEverDelivered(sql: SqlStorage): void {
  sql.exec(
    `INSERT INTO counter (name, value)
       SELECT 'ever_delivered', (SELECT total(value) FROM counter WHERE name = 'delivered')
         + (SELECT count(*) FROM inquiry WHERE destroyed_at IS NOT NULL AND delivered_at IS NOT NULL AND canary = 0)
       WHERE true
       ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
  )
}

/** Creates the tables, or adds to those of an earlier build what they lack. */
export function createTables(sql: SqlStorage): void {
  sql.exec(TABLES)
  const columns = sql.exec<{ name: string }>('SELECT name FROM pragma_table_info(?)', 'inquiry').toArray()
  const present = new Set(columns.map(({ name }) => name))
  for (const [name, type] of Object.entries(ADDED_COLUMNS))
    if (!present.has(name)) sql.exec(`ALTER TABLE inquiry ADD COLUMN ${name} ${type}`)
  // What older builds have not ended has to be copied.
  if (!present.has('version')) sql.exec('UPDATE inquiry SET copied_version = 0 WHERE payload IS NOT NULL')
  sql.exec(INDEXES)
  sql.exec(VERSIONS)
  const known = new Set(
    sql
      .exec<{ name: string }>("SELECT name FROM counter WHERE name IN ('accepted', 'ever_delivered')")
      .toArray()
      .map(({ name }) => name),
  )
  if (known.has('accepted') && !known.has('ever_delivered')) countEverDelivered(sql)
  if (known.has('accepted')) return
  // Rows of the build before there were counters.
  sql.exec(`INSERT INTO counter (name, value) SELECT state, count(*) FROM inquiry GROUP BY state`)
  sql.exec(`INSERT INTO counter (name, value) SELECT 'accepted', count(*) FROM inquiry`)
  countEverDelivered(sql)
  sql.exec(
    "UPDATE inquiry SET needs_files = 1 WHERE state = 'queued' AND json_array_length(payload, '$.inquiry.held_files') > 0",
  )
}
