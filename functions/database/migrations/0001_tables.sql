-- The tables of the site. Dates are ISO 8601 in UTC, so that their text order is their time order; columns that end in `_at` and are
-- INTEGER are milliseconds since epoch. From the first live release on, migrations only add.

-- Boards -----------------------------------------------------------------------------------------------------------------------------

-- white_label NULL: shown to every brand.
CREATE TABLE sub_category (
  sub_category_id TEXT PRIMARY KEY,
  group_uuid TEXT NOT NULL,
  sub_category_name TEXT NOT NULL,
  sub_category_en_name TEXT NOT NULL,
  sort_order INTEGER NOT NULL DEFAULT 0,
  white_label TEXT
) STRICT;
CREATE INDEX sub_category_in_order ON sub_category (group_uuid, sort_order);

-- An entry is public from published_at until withdrawn_at. One that never was published has no row here, only a draft. `version` is the
-- version that the row shows. subject_en, contents_en empty: there is no English text.
CREATE TABLE board_item (
  board_uuid TEXT PRIMARY KEY,
  group_uuid TEXT NOT NULL,
  sub_category_id TEXT NOT NULL REFERENCES sub_category (sub_category_id),
  subject TEXT NOT NULL,
  contents TEXT NOT NULL,
  create_date TEXT NOT NULL,
  update_date TEXT,
  is_priority INTEGER NOT NULL DEFAULT 0 CHECK (is_priority IN (0, 1)),
  white_label TEXT,
  subject_en TEXT NOT NULL,
  contents_en TEXT NOT NULL,
  published_at TEXT NOT NULL,
  withdrawn_at TEXT,
  version INTEGER NOT NULL CHECK (version >= 1),
  -- Order by hand; entries with the same number, such as new ones, stand newest first.
  sort_order INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX board_item_in_order ON board_item (group_uuid, sort_order, create_date DESC, board_uuid DESC);
CREATE INDEX board_item_scheduled ON board_item (published_at);
CREATE INDEX board_item_by_category ON board_item (sub_category_id);

-- Every published version of an entry, in Markdown.
CREATE TABLE board_version (
  board_uuid TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  group_uuid TEXT NOT NULL,
  sub_category_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  subject_en TEXT NOT NULL,
  contents TEXT NOT NULL,
  contents_en TEXT NOT NULL,
  is_priority INTEGER NOT NULL CHECK (is_priority IN (0, 1)),
  white_label TEXT,
  made_at TEXT NOT NULL,
  made_by TEXT NOT NULL,
  PRIMARY KEY (board_uuid, version)
) STRICT, WITHOUT ROWID;

-- The text that is being written, one for an entry. `revision` counts its saves: a save names the one that it is based on.
CREATE TABLE board_draft (
  board_uuid TEXT PRIMARY KEY,
  group_uuid TEXT NOT NULL,
  sub_category_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  subject_en TEXT NOT NULL,
  contents TEXT NOT NULL,
  contents_en TEXT NOT NULL,
  is_priority INTEGER NOT NULL CHECK (is_priority IN (0, 1)),
  white_label TEXT,
  revision INTEGER NOT NULL,
  saved_at TEXT NOT NULL,
  saved_by TEXT NOT NULL
) STRICT;
CREATE INDEX board_draft_by_group ON board_draft (group_uuid);

-- Pictures and attachments of entries; the bytes are in R2 under content/{file_key}. white_label: the only brand whose operator has sent
-- the file. width, height: pixels of a picture. unnamed_since: since when nothing names it, as the hourly run has found it.
CREATE TABLE content_file (
  file_key TEXT PRIMARY KEY,
  file_name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  added_at TEXT NOT NULL,
  added_by TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  white_label TEXT,
  unnamed_since TEXT
) STRICT;

-- Documents of the data page. title_en empty: the Korean title is shown, and the other way round.
CREATE TABLE download (
  download_id TEXT PRIMARY KEY,
  file_key TEXT NOT NULL REFERENCES content_file (file_key),
  title TEXT NOT NULL,
  title_en TEXT NOT NULL,
  category TEXT NOT NULL,
  category_en TEXT NOT NULL,
  white_label TEXT,
  sort_order INTEGER NOT NULL DEFAULT 0,
  registered_at TEXT NOT NULL,
  withdrawn_at TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  published_at TEXT
) STRICT;
CREATE INDEX download_in_order ON download (sort_order, registered_at DESC, download_id);

-- Counts the changes of what visitors can see, and those of them that have only added something; the caches hold the numbers in their keys.
CREATE TABLE content_version (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  number INTEGER NOT NULL,
  additions INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO content_version (id, number) VALUES (1, 0);

-- The legal texts that visitors were shown, sealed at the deployment that announced them. A deployment with another text is refused.
CREATE TABLE legal_version (
  file TEXT PRIMARY KEY,
  sha256 TEXT NOT NULL,
  effective TEXT NOT NULL,
  sealed_at TEXT NOT NULL
) STRICT;

-- Inquiries --------------------------------------------------------------------------------------------------------------------------

-- One row for each receipt (decision 009). The id begins with the milliseconds of acceptance, so that the order of ids is the order of
-- time and every page comes straight from an index.
CREATE TABLE inquiry (
  id INTEGER PRIMARY KEY,
  receipt TEXT NOT NULL UNIQUE,
  brand_id TEXT NOT NULL,
  white_label TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('sales', 'partnership')),
  -- 1: the site has sent it itself, to see whether inquiries arrive. It is in no list and no count.
  canary INTEGER NOT NULL DEFAULT 0 CHECK (canary IN (0, 1)),
  -- new: the site's own upstream has it; delivered: a remote one has taken it.
  state TEXT NOT NULL CHECK (state IN ('queued', 'undelivered', 'new', 'delivered', 'answered', 'processed', 'destroyed')),
  -- The client's key while it stands for this inquiry, until when, and what tells other contents under it: hashes of what was typed with
  -- the bytes of the files, and with what the files are called.
  idempotency_key TEXT,
  key_ends_at INTEGER,
  contents_hash TEXT,
  names_hash TEXT,
  accepted_at TEXT NOT NULL,
  delivered_at TEXT,
  -- First answer; when the mail of the last one was handed over; when the visitor has replied to the last answer.
  answered_at TEXT,
  answer_sent_at TEXT,
  replied_at TEXT,
  -- Until this day in Seoul, `YYYY-MM-DD`, it does not wait; then somebody sees to it again.
  remind_on TEXT,
  processed_at TEXT,
  -- Months of the consent, and when a processed inquiry is destroyed; fixed when it is marked.
  processed_months INTEGER NOT NULL,
  destroy_at TEXT,
  destroyed_at TEXT,
  -- After the destruction: when its files are deleted once more, in case some came meanwhile or R2 failed.
  delete_files_at INTEGER,
  locale TEXT,
  -- JSON array of spam signals.
  spam_signals TEXT NOT NULL DEFAULT '[]',
  privacy_version TEXT,
  -- Of an inquiry that an operator has taken by telephone: the day in Seoul on which the caller agreed, and how. NULL: it came by a form.
  consent_day TEXT,
  consent_way TEXT CHECK (consent_way IN ('spoken', 'written', 'mail')),
  -- The contents, under the field names of board/inquiry. NULL once they are removed.
  recipient_type TEXT,
  inquiry_type TEXT,
  subject TEXT,
  content TEXT,
  company_name TEXT,
  user_name TEXT,
  inquiry_mail TEXT,
  phone_number_homepage TEXT,
  -- The e-mail address as it is compared with others.
  sender TEXT,
  file_ref_id TEXT,
  file_ref_id_homepage TEXT,
  -- JSON array of { key, name }: files that no upstream has, with their keys in R2.
  staged TEXT,
  -- Parts of words, for the search.
  search_grams TEXT,
  -- Delivery to a remote upstream: what an attempt needs (JSON, NULL once it is delivered), when the next one is due, and until when one
  -- has the inquiry for itself. `attempts` names the attempt that has it.
  delivery TEXT,
  next_at INTEGER,
  claimed_until INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  unknowns INTEGER NOT NULL DEFAULT 0,
  refusals INTEGER NOT NULL DEFAULT 0,
  -- Since when it is tried: an operator may have it sent again.
  tried_since INTEGER,
  last_failure TEXT,
  -- Of the address for replies, in hex.
  reply_token TEXT
) STRICT;
CREATE UNIQUE INDEX inquiry_by_key ON inquiry (brand_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX inquiry_by_reply_token ON inquiry (reply_token) WHERE reply_token IS NOT NULL;
CREATE INDEX inquiry_next ON inquiry (attempts > 0, next_at, id, claimed_until) WHERE state = 'queued';
CREATE INDEX inquiry_claimed ON inquiry (claimed_until) WHERE claimed_until IS NOT NULL;
CREATE INDEX inquiry_key_ends ON inquiry (key_ends_at) WHERE key_ends_at IS NOT NULL;
-- Lists show no destroyed inquiry unless they are asked for. Each filter is read from its own index.
CREATE INDEX inquiry_by_state ON inquiry (state) WHERE canary = 0;
CREATE INDEX inquiry_brand_state ON inquiry (brand_id, state) WHERE canary = 0;
CREATE INDEX inquiry_existing ON inquiry (id) WHERE canary = 0 AND state <> 'destroyed';
CREATE INDEX inquiry_delivered ON inquiry (id) WHERE canary = 0 AND state IN ('new', 'delivered', 'answered', 'processed');
CREATE INDEX inquiry_by_kind ON inquiry (kind) WHERE canary = 0 AND state <> 'destroyed';
CREATE INDEX inquiry_by_brand ON inquiry (brand_id) WHERE canary = 0 AND state <> 'destroyed';
CREATE INDEX inquiry_by_language ON inquiry (locale) WHERE canary = 0 AND state <> 'destroyed';
CREATE INDEX inquiry_spam ON inquiry (id) WHERE canary = 0 AND spam_signals <> '[]';
CREATE INDEX inquiry_with_files ON inquiry (id) WHERE canary = 0 AND coalesce(file_ref_id, file_ref_id_homepage, staged) IS NOT NULL;
-- What a sender or a company has sent.
CREATE INDEX inquiry_by_sender ON inquiry (sender) WHERE canary = 0 AND sender IS NOT NULL;
CREATE INDEX inquiry_by_company ON inquiry (brand_id, lower(company_name)) WHERE canary = 0 AND company_name IS NOT NULL;
CREATE INDEX inquiry_reminders ON inquiry (id) WHERE canary = 0 AND remind_on IS NOT NULL;
CREATE INDEX inquiry_canary ON inquiry (id) WHERE canary = 1;
CREATE INDEX inquiry_due ON inquiry (destroy_at) WHERE destroy_at IS NOT NULL AND destroyed_at IS NULL;
CREATE INDEX inquiry_destroyed ON inquiry (destroyed_at) WHERE destroyed_at IS NOT NULL;
CREATE INDEX inquiry_delete_files ON inquiry (delete_files_at) WHERE delete_files_at IS NOT NULL;

-- What has happened to an inquiry beside what its row says: attempts that failed, and what followed.
CREATE TABLE inquiry_event (
  receipt TEXT NOT NULL,
  at TEXT NOT NULL,
  event TEXT NOT NULL,
  detail TEXT
) STRICT;
CREATE INDEX inquiry_event_by_receipt ON inquiry_event (receipt, at);

-- Whether the remote upstream answers, one row. While `is_down` is 1 one attempt is made at a time, and visitors make none before
-- `pause_until`.
CREATE TABLE upstream_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Whether the last attempt had no answer.
  is_down INTEGER NOT NULL CHECK (is_down IN (0, 1)),
  pause_until INTEGER NOT NULL,
  -- When it has last taken an inquiry.
  taken_at INTEGER
) STRICT;
INSERT INTO upstream_state (id, is_down, pause_until) VALUES (1, 0, 0);

-- How many there are of each, so that no page has to count a million rows.
CREATE TABLE inquiry_count (
  state TEXT NOT NULL,
  kind TEXT NOT NULL,
  brand_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (state, kind, brand_id)
) STRICT, WITHOUT ROWID;

-- Words and their beginnings; up to eight characters each beginning has an index entry of its own, so that a search that hits everything
-- reads no more than its page. With secure-delete the words of a destroyed inquiry leave the index at once.
CREATE VIRTUAL TABLE inquiry_search USING fts5 (
  search_grams, content,
  content = 'inquiry', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8'
);
INSERT INTO inquiry_search (inquiry_search, rank) VALUES ('secure-delete', 1);

-- Counts and words are indexes of the table: nothing else writes them.
CREATE TRIGGER inquiry_inserted AFTER INSERT ON inquiry WHEN NEW.canary = 0 BEGIN
  INSERT INTO inquiry_search (rowid, search_grams, content) VALUES (NEW.id, NEW.search_grams, NEW.content);
  INSERT INTO inquiry_count (state, kind, brand_id, n) VALUES (NEW.state, NEW.kind, NEW.brand_id, 1)
    ON CONFLICT (state, kind, brand_id) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER inquiry_deleted AFTER DELETE ON inquiry WHEN OLD.canary = 0 BEGIN
  INSERT INTO inquiry_search (inquiry_search, rowid, search_grams, content) VALUES ('delete', OLD.id, OLD.search_grams, OLD.content);
  UPDATE inquiry_count SET n = n - 1 WHERE state = OLD.state AND kind = OLD.kind AND brand_id = OLD.brand_id;
END;
CREATE TRIGGER inquiry_counted AFTER UPDATE OF state ON inquiry WHEN NEW.canary = 0 AND OLD.state <> NEW.state BEGIN
  UPDATE inquiry_count SET n = n - 1 WHERE state = OLD.state AND kind = OLD.kind AND brand_id = OLD.brand_id;
  INSERT INTO inquiry_count (state, kind, brand_id, n) VALUES (NEW.state, NEW.kind, NEW.brand_id, 1)
    ON CONFLICT (state, kind, brand_id) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER inquiry_words AFTER UPDATE OF search_grams, content ON inquiry
  WHEN NEW.canary = 0 AND (OLD.search_grams IS NOT NEW.search_grams OR OLD.content IS NOT NEW.content)
BEGIN
  INSERT INTO inquiry_search (inquiry_search, rowid, search_grams, content) VALUES ('delete', OLD.id, OLD.search_grams, OLD.content);
  INSERT INTO inquiry_search (rowid, search_grams, content) VALUES (NEW.id, NEW.search_grams, NEW.content);
END;

-- Files of inquiries -----------------------------------------------------------------------------------------------------------------

-- The files of one form field, as a visitor has sent them. The bytes are in R2 under files/{id}/{position}.
CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  -- What the upstream calls them; NULL where it does not have them.
  reference TEXT,
  staged_at INTEGER NOT NULL
) STRICT;
CREATE INDEX upload_by_reference ON upload (reference) WHERE reference IS NOT NULL;
CREATE INDEX upload_by_age ON upload (staged_at);

CREATE TABLE file (
  upload_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- Hexadecimal.
  sha256 TEXT NOT NULL,
  -- Of the form.
  field TEXT NOT NULL,
  PRIMARY KEY (upload_id, position)
) STRICT, WITHOUT ROWID;

-- Which inquiries have which files here. An upload that none names is deleted.
CREATE TABLE inquiry_upload (
  receipt TEXT NOT NULL,
  upload_id TEXT NOT NULL,
  PRIMARY KEY (receipt, upload_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX inquiry_upload_by_upload ON inquiry_upload (upload_id);

-- Conversation -----------------------------------------------------------------------------------------------------------------------

-- What passes between the visitor and the operators of an inquiry.
CREATE TABLE message (
  id TEXT PRIMARY KEY,
  receipt TEXT NOT NULL,
  brand_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('answer', 'reply')),
  at TEXT NOT NULL,
  -- The operator, or the address that a reply came from.
  author TEXT NOT NULL,
  -- Of an answer: waiting, handed over, delivered, delayed, bounced, refused. Of a reply: received, automatic, quarantined.
  state TEXT NOT NULL,
  -- What the platform has said of the mail last; of a reply report or proven.
  detail TEXT,
  -- Address that an answer went to, the event of its mail, and what the platform calls that mail.
  recipient TEXT,
  mail_event TEXT,
  mail_id TEXT,
  -- Whether that mail had copies: it stays known where their addresses were deleted.
  has_copies INTEGER NOT NULL DEFAULT 0 CHECK (has_copies IN (0, 1)),
  -- Of the visitor's side, as it is compared with others: where a reply came from, or an answer went to.
  address TEXT,
  -- JSON array of the addresses that an answer was copied to, as they are compared with others.
  cc TEXT NOT NULL DEFAULT '[]',
  -- JSON array of the addresses that earlier sendings of an answer went or were copied to.
  went_to TEXT NOT NULL DEFAULT '[]',
  -- Markdown of an answer, plain text of a reply.
  text TEXT NOT NULL,
  -- HTML of a reply, cleaned as it came.
  clean_html TEXT,
  -- JSON array of { key, name, type, size }: files in R2 under the receipt.
  files TEXT NOT NULL DEFAULT '[]',
  -- JSON array of { name, fault }: files of a reply that were left out.
  left_out TEXT NOT NULL DEFAULT '[]',
  -- Of a reply in quarantine: JSON of { files, leftOut } as it has them once an operator admits it. Until then nothing opens them.
  quarantine TEXT,
  -- When a reply came in that an operator has admitted since.
  came_at TEXT,
  -- Message-ID of a reply and those before it, for the thread.
  header_id TEXT,
  header_references TEXT
) STRICT;
CREATE INDEX message_by_receipt ON message (receipt, at);
CREATE INDEX message_by_mail ON message (mail_id) WHERE mail_id IS NOT NULL;
CREATE INDEX message_by_address ON message (address) WHERE address IS NOT NULL;
CREATE INDEX message_with_cc ON message (at) WHERE cc <> '[]' OR went_to <> '[]';
CREATE INDEX message_quarantined ON message (at) WHERE state = 'quarantined';
-- Work that waits: an answer that did not arrive.
CREATE INDEX message_failed ON message (receipt) WHERE state IN ('bounced', 'refused');

-- Mails to be sent, one for each brand, receipt and event. receipt '': about no inquiry. The text goes when a mail is handed over or given up.
-- kind 'webhook': what a webhook is told; `recipients` has its name.
CREATE TABLE mail (
  id INTEGER PRIMARY KEY,
  brand_id TEXT NOT NULL,
  receipt TEXT NOT NULL,
  event TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'handed-over', 'refused')),
  recipients TEXT,
  message TEXT,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  claimed_until INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  unknowns INTEGER NOT NULL DEFAULT 0,
  -- What the platform has said last.
  answer TEXT,
  UNIQUE (brand_id, receipt, event)
) STRICT;
CREATE INDEX mail_next ON mail (kind = 'confirmation', attempts > 0, next_at, id) WHERE state = 'waiting' AND kind <> 'webhook';
CREATE INDEX mail_webhooks ON mail (brand_id, recipients, attempts > 0, next_at, id) WHERE state = 'waiting' AND kind = 'webhook';
CREATE INDEX mail_claimed ON mail (claimed_until) WHERE claimed_until IS NOT NULL;
CREATE INDEX mail_given_up ON mail (changed_at) WHERE state = 'refused';
CREATE INDEX mail_answered ON mail (changed_at) WHERE attempts > 0;
CREATE INDEX mail_by_receipt ON mail (receipt) WHERE receipt <> '';
CREATE INDEX mail_created ON mail (created_at);
CREATE INDEX mail_confirmed ON mail (recipients, created_at) WHERE kind = 'confirmation' AND recipients IS NOT NULL;

-- For colleagues; nothing that leaves the admin reads this table.
CREATE TABLE note (
  id TEXT PRIMARY KEY,
  receipt TEXT NOT NULL,
  at TEXT NOT NULL,
  author TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX note_by_receipt ON note (receipt, at);

-- Who sees to an inquiry. It ends by itself after a day without a command.
CREATE TABLE claim (
  receipt TEXT PRIMARY KEY,
  author TEXT NOT NULL,
  since TEXT NOT NULL,
  active_at TEXT NOT NULL
) STRICT;

-- An answer that is being written: one for each inquiry and operator. answer_id: of the form that saved it; turn: which of its savings.
CREATE TABLE answer_draft (
  receipt TEXT NOT NULL,
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  -- As it was typed into its field.
  cc TEXT NOT NULL DEFAULT '',
  answer_id TEXT NOT NULL DEFAULT '',
  turn INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (receipt, author)
) STRICT;

-- What somebody has asked for of what is kept of him, until it is answered. Days are Seoul's, `YYYY-MM-DD`.
CREATE TABLE person_request (
  id TEXT PRIMARY KEY,
  brand_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'correction', 'erasure')),
  asked_on TEXT NOT NULL,
  due_on TEXT NOT NULL,
  email TEXT NOT NULL
) STRICT;

-- What an answer may begin with, in both languages. brand_id: the only brand that has it; NULL for all.
CREATE TABLE saved_answer (
  id TEXT PRIMARY KEY,
  brand_id TEXT,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  text_en TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

-- What belongs to an inquiry ends with it, whoever ends that. Of its mails it stays known that there were some.
CREATE TRIGGER inquiry_ended AFTER UPDATE OF state ON inquiry WHEN NEW.state = 'destroyed' BEGIN
  DELETE FROM message WHERE receipt = NEW.receipt;
  DELETE FROM note WHERE receipt = NEW.receipt;
  DELETE FROM claim WHERE receipt = NEW.receipt;
  DELETE FROM answer_draft WHERE receipt = NEW.receipt;
  DELETE FROM inquiry_upload WHERE receipt = NEW.receipt;
  DELETE FROM mail WHERE receipt = NEW.receipt AND state = 'waiting';
  UPDATE mail SET recipients = NULL WHERE receipt = NEW.receipt AND kind IN ('confirmation', 'answer', 'left-out');
END;
CREATE TRIGGER inquiry_purged AFTER DELETE ON inquiry BEGIN
  DELETE FROM inquiry_event WHERE receipt = OLD.receipt;
  DELETE FROM inquiry_upload WHERE receipt = OLD.receipt;
END;

-- The site ---------------------------------------------------------------------------------------------------------------------------

-- A site that was restored from a backup sends nothing until an operator resumes it. No row: nothing is paused.
CREATE TABLE pause (since TEXT NOT NULL) STRICT;

-- When each run of the clock has last succeeded.
CREATE TABLE run (
  name TEXT PRIMARY KEY,
  succeeded_at INTEGER NOT NULL
) STRICT;

-- The keys that sign file references and download links (decision 023). Made by the Worker on first use, Base64.
CREATE TABLE signing_key (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- What operators have done in the admin: one row for everything that changes, shows, exports or destroys personal data
-- (docs/contract.md#9). `subject` says which: a receipt, a file key, filters; never what a visitor has typed. `brand_id`: the brand that a
-- command was about, or for which somebody acted; NULL for what is about the whole site.
CREATE TABLE admin_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  brand_id TEXT
) STRICT;
CREATE INDEX admin_log_by_subject ON admin_log (subject);
-- The log without what was only read, and its filters.
CREATE INDEX admin_log_changes ON admin_log (id) WHERE action NOT IN ('list', 'show', 'download');
CREATE INDEX admin_log_by_actor ON admin_log (actor);
CREATE INDEX admin_log_by_action ON admin_log (action);
CREATE INDEX admin_log_by_time ON admin_log (at);
CREATE INDEX admin_log_by_brand ON admin_log (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX admin_log_brand_actor ON admin_log (brand_id, actor) WHERE brand_id IS NOT NULL;
