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
  /** The request of an operator that was taken up last, so that it is taken up once. */
  retry_request: 'TEXT',
  /** While an attempt runs: the upstream may have got the inquiry. */
  attempt_started_at: 'INTEGER',
  unknowns: 'INTEGER NOT NULL DEFAULT 0',
  refusals: 'INTEGER NOT NULL DEFAULT 0',
  last_failure: 'TEXT',
  /** 1 while staged files have to be forwarded first. */
  needs_files: 'INTEGER NOT NULL DEFAULT 0',
  /** How long the files have waited while the upstream answered, and when it last did. */
  files_waited_ms: 'INTEGER NOT NULL DEFAULT 0',
  files_answered_at: 'INTEGER',
  /** File columns that were delivered, so that a repeated inquiry is known to bring no new file. */
  sent_files: 'TEXT',
  /** Changes that the copy in D1 lacks. */
  copy_pending: 'INTEGER NOT NULL DEFAULT 0',
  destroyed_at: 'INTEGER',
  canary: 'INTEGER NOT NULL DEFAULT 0',
}

/** Partial indexes, each as small as what it finds, so that nothing reads the rows of delivered inquiries. */
const INDEXES = `
  DROP INDEX IF EXISTS due;
  CREATE INDEX IF NOT EXISTS due_by_lane ON inquiry (needs_files, next_at) WHERE state = 'queued';
  CREATE INDEX IF NOT EXISTS queued_oldest ON inquiry (canary, accepted_at) WHERE state = 'queued';
  CREATE INDEX IF NOT EXISTS undelivered ON inquiry (canary) WHERE state = 'undelivered';
  CREATE INDEX IF NOT EXISTS interrupted ON inquiry (attempt_started_at) WHERE attempt_started_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS copies ON inquiry (copy_pending) WHERE copy_pending > 0;
  CREATE INDEX IF NOT EXISTS with_payload ON inquiry (receipt) WHERE payload IS NOT NULL;
  CREATE INDEX IF NOT EXISTS canaries ON inquiry (canary, state) WHERE canary = 1;
  CREATE INDEX IF NOT EXISTS delivered ON inquiry (delivered_at) WHERE delivered_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS destroyed ON inquiry (destroyed_at) WHERE destroyed_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS event_by_receipt ON event (receipt, at)`

/** Creates the tables, or adds to those of an earlier build what they lack. */
export function createTables(sql: SqlStorage): void {
  sql.exec(TABLES)
  const columns = sql.exec<{ name: string }>('SELECT name FROM pragma_table_info(?)', 'inquiry').toArray()
  const present = new Set(columns.map(({ name }) => name))
  for (const [name, type] of Object.entries(ADDED_COLUMNS))
    if (!present.has(name)) sql.exec(`ALTER TABLE inquiry ADD COLUMN ${name} ${type}`)
  sql.exec(INDEXES)
  if (sql.exec("SELECT 1 FROM counter WHERE name = 'accepted'").toArray().length > 0) return
  // Rows of the build before there were counters.
  sql.exec(`INSERT INTO counter (name, value) SELECT state, count(*) FROM inquiry GROUP BY state`)
  sql.exec(`INSERT INTO counter (name, value) SELECT 'accepted', count(*) FROM inquiry`)
  sql.exec(
    "UPDATE inquiry SET needs_files = 1 WHERE state = 'queued' AND json_array_length(payload, '$.inquiry.held_files') > 0",
  )
}
