import type { Lane } from '../mail/kinds.ts'

/** Which mails a lane has, as the indexes say it. */
export const OF_LANE = {
  confirmations: "(kind = 'confirmation') = 1",
  others: "(kind = 'confirmation') = 0",
} as const satisfies Record<Lane, string>

const TABLE = `
  CREATE TABLE IF NOT EXISTS mail (
    id INTEGER PRIMARY KEY,
    receipt TEXT NOT NULL,
    event TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    recipients TEXT,
    message TEXT,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    answer TEXT,
    UNIQUE (receipt, event)
  )`
/** Of later releases, in the order in which they came. */
const ADDED_COLUMNS = {
  unknowns: 'INTEGER NOT NULL DEFAULT 0',
  refusals: 'INTEGER NOT NULL DEFAULT 0',
  /** As in the table of inquiries. */
  turn: 'INTEGER NOT NULL DEFAULT 0',
  line: 'TEXT',
  own_failures: 'INTEGER NOT NULL DEFAULT 0',
}
const INDEXES = `
  DROP INDEX IF EXISTS mail_due;
  DROP INDEX IF EXISTS mail_fewest_attempts;
  CREATE INDEX IF NOT EXISTS mail_due_of_lane ON mail ((kind = 'confirmation'), next_at) WHERE state = 'waiting';
  DROP INDEX IF EXISTS mail_first_of_lane;
  CREATE INDEX IF NOT EXISTS mail_of_lane_by_turn ON mail ((kind = 'confirmation'), turn, next_at) WHERE state = 'waiting';
  DROP INDEX IF EXISTS mail_refused;
  DROP INDEX IF EXISTS mail_given_up;
  CREATE INDEX IF NOT EXISTS mail_given_up_of_lane ON mail ((kind = 'confirmation'), changed_at) WHERE state = 'refused';
  CREATE INDEX IF NOT EXISTS mail_answered ON mail (changed_at) WHERE attempts > 0;
  CREATE INDEX IF NOT EXISTS mail_created ON mail (created_at);
  CREATE INDEX IF NOT EXISTS mail_confirmed ON mail (recipients, created_at) WHERE kind = 'confirmation' AND recipients IS NOT NULL`

/** Creates the table of the mails, or brings that of an earlier release to this one. */
export function createMailTable(sql: SqlStorage): void {
  sql.exec(TABLE)
  const columns = sql.exec<{ name: string }>("SELECT name FROM pragma_table_info('mail')").toArray()
  for (const [name, type] of Object.entries(ADDED_COLUMNS))
    if (!columns.some((column) => column.name === name)) sql.exec(`ALTER TABLE mail ADD COLUMN ${name} ${type}`)
  sql.exec(INDEXES)
}
