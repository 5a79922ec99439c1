/**
 * Answers and replies, in the database of their outbox. A trigger raises the version with every change that the row in D1 shows, and
 * another one has each answer say what its mail says: `mail_event` names that mail.
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS message (
    id TEXT PRIMARY KEY,
    receipt TEXT NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    author TEXT NOT NULL,
    state TEXT NOT NULL,
    detail TEXT,
    handed_at INTEGER,
    recipient TEXT,
    mail_event TEXT,
    mail_id TEXT,
    contents TEXT,
    version INTEGER NOT NULL DEFAULT 1,
    copied_version INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS message_by_receipt ON message (receipt);
  CREATE INDEX IF NOT EXISTS message_to_copy ON message (at) WHERE version > copied_version;
  CREATE INDEX IF NOT EXISTS message_by_mail ON message (mail_id) WHERE mail_id IS NOT NULL;
  CREATE TABLE IF NOT EXISTS mail_event (mail_id TEXT NOT NULL, event TEXT NOT NULL, at INTEGER NOT NULL, detail TEXT, PRIMARY KEY (mail_id, event))
    WITHOUT ROWID;`

const SHOWN = 'state, detail, handed_at, recipient'
const valuesOf = (row: 'OLD' | 'NEW') => `(${SHOWN.replace(/\w+/g, `${row}.$&`)})`
const TRIGGERS = `
  CREATE TRIGGER IF NOT EXISTS message_version_raised AFTER UPDATE OF ${SHOWN} ON message
    WHEN OLD.version = NEW.version AND ${valuesOf('OLD')} IS NOT ${valuesOf('NEW')}
  BEGIN
    UPDATE message SET version = version + 1 WHERE id = NEW.id;
  END;
  CREATE TRIGGER IF NOT EXISTS message_follows_mail AFTER UPDATE OF state, answer ON mail WHEN NEW.kind = 'answer'
  BEGIN
    UPDATE message SET
        state = CASE NEW.state WHEN 'waiting' THEN state WHEN 'refused' THEN iif(state = 'waiting', 'refused', state)
          ELSE iif(mail_id IS NULL, 'handed over', state) END,
        detail = iif(mail_id IS NULL, iif(NEW.state = 'handed-over', NULL, NEW.answer), detail),
        handed_at = iif(NEW.state = 'handed-over', coalesce(handed_at, NEW.changed_at), handed_at),
        mail_id = iif(NEW.state = 'handed-over', trim(NEW.answer, '<>'), mail_id)
      WHERE receipt = NEW.receipt AND mail_event = NEW.event;
  END;`

/** Creates the tables. After that of the mails, which a trigger follows. */
export function createMessageTables(sql: SqlStorage): void {
  sql.exec(TABLES)
  sql.exec(TRIGGERS)
}
