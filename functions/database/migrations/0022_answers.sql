-- What passes between the visitor and the operators of an inquiry (decision 061). A copy of the entry in the outbox of its brand, written
-- forwards only, by functions/database/message.ts. Dates are ISO 8601 in UTC.
CREATE TABLE message (
  id TEXT PRIMARY KEY,
  receipt TEXT NOT NULL,
  -- Of the entry in the outbox.
  version INTEGER NOT NULL,
  brand_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('answer', 'reply')),
  at TEXT NOT NULL,
  -- The operator, or the address that a reply came from.
  author TEXT NOT NULL,
  -- Of an answer: waiting, handed over, delivered, delayed, bounced, refused. Of a reply: received, automatic, quarantined.
  state TEXT NOT NULL,
  -- What the platform has said of the mail last.
  detail TEXT,
  handed_at TEXT,
  -- Address that an answer went to.
  recipient TEXT,
  -- Markdown of an answer, plain text of a reply.
  text TEXT NOT NULL,
  -- Of a reply, as it came; cleaned when it is shown.
  html TEXT,
  -- JSON array of { key, name, type, size }: files in R2 under the receipt.
  files TEXT NOT NULL DEFAULT '[]',
  -- JSON array of { name, fault }: files of a reply that were left out.
  left_out TEXT NOT NULL DEFAULT '[]',
  -- Message-ID of a reply and those before it, for the thread.
  header_id TEXT,
  header_references TEXT
) STRICT;
CREATE INDEX message_by_receipt ON message (receipt, at);
CREATE INDEX message_first_answers ON message (at) WHERE kind = 'answer';
-- Work that waits: an answer that did not arrive.
CREATE INDEX message_failed ON message (receipt) WHERE state IN ('bounced', 'refused');

-- Nobody has answered these yet.
CREATE INDEX inquiry_record_unanswered ON inquiry_record (id) WHERE state = 'new' AND answered_at IS NULL;

-- For colleagues; nothing that leaves the admin reads this table.
CREATE TABLE note (
  id TEXT PRIMARY KEY,
  receipt TEXT NOT NULL,
  at TEXT NOT NULL,
  author TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX note_by_receipt ON note (receipt, at);

-- Who sees to an inquiry. It ends by itself after a day without a deed.
CREATE TABLE claim (
  receipt TEXT PRIMARY KEY,
  author TEXT NOT NULL,
  since TEXT NOT NULL,
  active_at TEXT NOT NULL
) STRICT;

-- An answer that is being written: one for each inquiry and operator.
CREATE TABLE answer_draft (
  receipt TEXT NOT NULL,
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  PRIMARY KEY (receipt, author)
) STRICT;

-- What an answer may begin with, in both languages.
CREATE TABLE saved_answer (
  id TEXT PRIMARY KEY,
  -- The only brand that has it; NULL for all.
  brand_id TEXT,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  text_en TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

-- All of it ends with the inquiry, whoever ends that.
CREATE TRIGGER conversation_destroyed AFTER UPDATE OF state ON inquiry_record
  WHEN NEW.state = 'destroyed' AND OLD.state <> 'destroyed'
BEGIN
  DELETE FROM message WHERE receipt = NEW.receipt;
  DELETE FROM note WHERE receipt = NEW.receipt;
  DELETE FROM claim WHERE receipt = NEW.receipt;
  DELETE FROM answer_draft WHERE receipt = NEW.receipt;
END;
CREATE TRIGGER conversation_deleted AFTER DELETE ON inquiry_record BEGIN
  DELETE FROM message WHERE receipt = OLD.receipt;
  DELETE FROM note WHERE receipt = OLD.receipt;
  DELETE FROM claim WHERE receipt = OLD.receipt;
  DELETE FROM answer_draft WHERE receipt = OLD.receipt;
END;
