-- One row for each inquiry: its state, and its contents while they may be kept (decision 045). It is a copy of the entry in the outbox of its
-- brand, written forwards only, by functions/database/inquiry-record.ts. The id begins with the milliseconds of acceptance, so that the
-- order of ids is the order of time and every page comes straight from an index (decision 030). Dates are ISO 8601 in UTC.
CREATE TABLE inquiry_record (
  id INTEGER PRIMARY KEY,
  receipt TEXT NOT NULL UNIQUE,
  -- Of the entry; 0 where no outbox has written the row yet.
  version INTEGER NOT NULL,
  -- 1: the release before this one or a restore wrote it last, and the outbox has not taken that over.
  carried INTEGER NOT NULL DEFAULT 0 CHECK (carried IN (0, 1)),
  brand_id TEXT NOT NULL,
  white_label TEXT NOT NULL,
  -- NULL where a remote upstream took the inquiry before there were rows: nothing says which form it was.
  kind TEXT CHECK (kind IN ('sales', 'partnership')),
  state TEXT NOT NULL CHECK (state IN ('queued', 'undelivered', 'new', 'delivered', 'answered', 'processed', 'destroyed')),
  accepted_at TEXT NOT NULL,
  delivered_at TEXT,
  answered_at TEXT,
  processed_at TEXT,
  -- When a processed inquiry is destroyed; fixed when it is marked.
  destroy_at TEXT,
  destroyed_at TEXT,
  -- The visitor's language; NULL in rows of earlier releases.
  locale TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  last_failure TEXT,
  -- JSON array of spam signals.
  spam_signals TEXT NOT NULL DEFAULT '[]',
  privacy_version TEXT,
  -- The contents, under the field names of board/inquiry. NULL once they are removed.
  title TEXT,
  contents TEXT,
  recipient_type TEXT,
  inquiry_type TEXT,
  subject TEXT,
  content TEXT,
  company_name TEXT,
  user_name TEXT,
  inquiry_mail TEXT,
  phone_number_homepage TEXT,
  file_ref_id TEXT,
  file_ref_id_homepage TEXT,
  -- JSON array of { key, name }: files that only the site has, with their keys in R2.
  staged TEXT,
  -- Parts of words, for the search.
  search_grams TEXT
) STRICT;

-- Contents as the two tables of the release before this one hold them. An inquiry of the site itself has no row.
CREATE VIEW carried_inquiry AS
SELECT *,
  (CAST(unixepoch(accepted_at, 'subsec') * 1000 AS INTEGER) << 20) + (random() & 0xfffff) AS id,
  -- One month later: the same day and time, or the month's last day where it is shorter (functions/contract/retention.ts).
  min(
    strftime('%Y-%m-%dT%H:%M:%fZ', processed_at, '+1 month'),
    strftime('%Y-%m-%dT', processed_at, 'start of month', '+2 months', '-1 day') || strftime('%H:%M:%fZ', processed_at)
  ) AS destroy_at
FROM (
  SELECT 'received' AS source, receipt, coalesce(brand_id, white_label) AS brand_id, white_label,
    iif(is_home_unite, 'partnership', 'sales') AS kind, iif(processed_at IS NULL, 'new', 'processed') AS state,
    coalesce(accepted_at, received_at) AS accepted_at, received_at AS delivered_at, processed_at,
    0 AS attempts, NULL AS last_failure, coalesce(spam_signals, '[]') AS spam_signals, privacy_version,
    title, contents, recipient_type, inquiry_type, subject, content, company_name, user_name, inquiry_mail, phone_number_homepage,
    file_ref_id, file_ref_id_homepage, NULL AS staged
  FROM inquiry WHERE brand_id IS NOT 'canary'
  UNION ALL
  SELECT 'copy', receipt, coalesce(brand_id, white_label), white_label,
    iif(payload ->> '$.inquiry.is_home_unite', 'partnership', 'sales'), iif(processed_at IS NULL, state, 'processed'),
    accepted_at, NULL, processed_at,
    attempts, last_failure, coalesce(payload -> '$.remarks', '[]'), payload ->> '$.inquiry.privacy_version',
    NULL, NULL, payload ->> '$.inquiry.recipient_type', payload ->> '$.inquiry.inquiry_type',
    payload ->> '$.inquiry.subject', payload ->> '$.inquiry.content', payload ->> '$.inquiry.company_name',
    payload ->> '$.inquiry.user_name', payload ->> '$.inquiry.inquiry_mail', payload ->> '$.inquiry.phone_number_homepage',
    payload ->> '$.inquiry.file_ref_id', payload ->> '$.inquiry.file_ref_id_homepage',
    payload -> '$.staged'
  FROM undelivered_inquiry
);

-- What is there. A received inquiry takes the place of its copy, which may name files that stayed behind.
INSERT INTO inquiry_record (
    id, receipt, version, carried, brand_id, white_label, kind, state, accepted_at, delivered_at, processed_at, destroy_at, attempts,
    last_failure, spam_signals, privacy_version, title, contents, recipient_type, inquiry_type, subject, content, company_name, user_name,
    inquiry_mail, phone_number_homepage, file_ref_id, file_ref_id_homepage, staged
  )
  SELECT id, receipt, 0, 1, brand_id, white_label, kind, state, accepted_at, delivered_at, processed_at, destroy_at, attempts,
    last_failure, spam_signals, privacy_version, title, contents, recipient_type, inquiry_type, subject, content, company_name, user_name,
    inquiry_mail, phone_number_homepage, file_ref_id, file_ref_id_homepage, staged
  FROM carried_inquiry WHERE true ORDER BY source DESC
  ON CONFLICT (receipt) DO UPDATE SET staged = excluded.staged;

CREATE INDEX inquiry_record_by_state ON inquiry_record (state);
-- Lists show no destroyed inquiry unless they are asked for.
CREATE INDEX inquiry_record_existing ON inquiry_record (id) WHERE state <> 'destroyed';
CREATE INDEX inquiry_record_delivered ON inquiry_record (id) WHERE state IN ('new', 'delivered', 'answered', 'processed');
CREATE INDEX inquiry_record_by_kind ON inquiry_record (kind) WHERE state <> 'destroyed';
CREATE INDEX inquiry_record_by_brand ON inquiry_record (brand_id) WHERE state <> 'destroyed';
CREATE INDEX inquiry_record_due ON inquiry_record (destroy_at) WHERE destroy_at IS NOT NULL AND destroyed_at IS NULL;
CREATE INDEX inquiry_record_destroyed ON inquiry_record (destroyed_at) WHERE destroyed_at IS NOT NULL;
CREATE INDEX inquiry_record_carried ON inquiry_record (brand_id) WHERE carried = 1;
CREATE INDEX inquiry_record_file ON inquiry_record (file_ref_id) WHERE file_ref_id IS NOT NULL;
CREATE INDEX inquiry_record_profile ON inquiry_record (file_ref_id_homepage) WHERE file_ref_id_homepage IS NOT NULL;

-- How many there are of each, so that no page has to count a million rows.
CREATE TABLE inquiry_count (
  state TEXT NOT NULL,
  -- '' for none.
  kind TEXT NOT NULL,
  brand_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (state, kind, brand_id)
) STRICT;
INSERT INTO inquiry_count (state, kind, brand_id, n)
  SELECT state, coalesce(kind, ''), brand_id, count(*) FROM inquiry_record GROUP BY 1, 2, 3;

-- Words and their beginnings; up to eight characters each beginning has an index entry of its own, so that a search that hits everything
-- reads no more than its page. With secure-delete the words of a destroyed inquiry leave the index at once.
CREATE VIRTUAL TABLE inquiry_search USING fts5 (
  company_name, user_name, inquiry_mail, subject, search_grams,
  content = 'inquiry_record', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8'
);
INSERT INTO inquiry_search (inquiry_search, rank) VALUES ('secure-delete', 1);
INSERT INTO inquiry_search (inquiry_search) VALUES ('rebuild');

-- Both are indexes of the table: nothing else writes them.
CREATE TRIGGER inquiry_record_inserted AFTER INSERT ON inquiry_record BEGIN
  INSERT INTO inquiry_search (rowid, company_name, user_name, inquiry_mail, subject, search_grams)
    VALUES (NEW.id, NEW.company_name, NEW.user_name, NEW.inquiry_mail, NEW.subject, NEW.search_grams);
  INSERT INTO inquiry_count (state, kind, brand_id, n) VALUES (NEW.state, coalesce(NEW.kind, ''), NEW.brand_id, 1)
    ON CONFLICT (state, kind, brand_id) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER inquiry_record_deleted AFTER DELETE ON inquiry_record BEGIN
  INSERT INTO inquiry_search (inquiry_search, rowid, company_name, user_name, inquiry_mail, subject, search_grams)
    VALUES ('delete', OLD.id, OLD.company_name, OLD.user_name, OLD.inquiry_mail, OLD.subject, OLD.search_grams);
  UPDATE inquiry_count SET n = n - 1 WHERE state = OLD.state AND kind = coalesce(OLD.kind, '') AND brand_id = OLD.brand_id;
END;
CREATE TRIGGER inquiry_record_counted AFTER UPDATE OF state, kind, brand_id ON inquiry_record
  WHEN OLD.state <> NEW.state OR OLD.kind IS NOT NEW.kind OR OLD.brand_id <> NEW.brand_id
BEGIN
  UPDATE inquiry_count SET n = n - 1 WHERE state = OLD.state AND kind = coalesce(OLD.kind, '') AND brand_id = OLD.brand_id;
  INSERT INTO inquiry_count (state, kind, brand_id, n) VALUES (NEW.state, coalesce(NEW.kind, ''), NEW.brand_id, 1)
    ON CONFLICT (state, kind, brand_id) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER inquiry_record_words AFTER UPDATE OF company_name, user_name, inquiry_mail, subject, search_grams ON inquiry_record
  WHEN OLD.company_name IS NOT NEW.company_name OR OLD.user_name IS NOT NEW.user_name
    OR OLD.inquiry_mail IS NOT NEW.inquiry_mail OR OLD.subject IS NOT NEW.subject OR OLD.search_grams IS NOT NEW.search_grams
BEGIN
  INSERT INTO inquiry_search (inquiry_search, rowid, company_name, user_name, inquiry_mail, subject, search_grams)
    VALUES ('delete', OLD.id, OLD.company_name, OLD.user_name, OLD.inquiry_mail, OLD.subject, OLD.search_grams);
  INSERT INTO inquiry_search (rowid, company_name, user_name, inquiry_mail, subject, search_grams)
    VALUES (NEW.id, NEW.company_name, NEW.user_name, NEW.inquiry_mail, NEW.subject, NEW.search_grams);
END;

-- The release before this one runs beside it for a while and writes the old tables only. What it writes is carried over; the outbox of
-- the brand takes the row over (carried = 1). A later release drops the old tables with these triggers.
CREATE TRIGGER carried_received AFTER INSERT ON inquiry BEGIN
  INSERT INTO inquiry_record (
      id, receipt, version, carried, brand_id, white_label, kind, state, accepted_at, delivered_at, processed_at, destroy_at, spam_signals,
      privacy_version, title, contents, recipient_type, inquiry_type, subject, content, company_name, user_name, inquiry_mail,
      phone_number_homepage, file_ref_id, file_ref_id_homepage
    )
    SELECT id, receipt, 0, 1, brand_id, white_label, kind, state, accepted_at, delivered_at, processed_at, destroy_at, spam_signals,
      privacy_version, title, contents, recipient_type, inquiry_type, subject, content, company_name, user_name, inquiry_mail,
      phone_number_homepage, file_ref_id, file_ref_id_homepage
    FROM carried_inquiry WHERE receipt = NEW.receipt AND source = 'received'
    ON CONFLICT (receipt) DO UPDATE SET carried = 1, state = excluded.state, delivered_at = excluded.delivered_at,
      last_failure = NULL, title = excluded.title, contents = excluded.contents, file_ref_id = excluded.file_ref_id,
      file_ref_id_homepage = excluded.file_ref_id_homepage
      WHERE state <> 'destroyed';
  DELETE FROM inquiry WHERE receipt = NEW.receipt
    AND EXISTS (SELECT 1 FROM inquiry_record WHERE receipt = NEW.receipt AND state = 'destroyed');
END;
CREATE TRIGGER carried_received_change AFTER UPDATE ON inquiry BEGIN
  UPDATE inquiry_record SET carried = 1,
      state = iif(OLD.processed_at IS NEW.processed_at, inquiry_record.state, source.state),
      processed_at = iif(OLD.processed_at IS NEW.processed_at, inquiry_record.processed_at, source.processed_at),
      destroy_at = iif(OLD.processed_at IS NEW.processed_at, inquiry_record.destroy_at, source.destroy_at),
      contents = source.contents, file_ref_id = source.file_ref_id, file_ref_id_homepage = source.file_ref_id_homepage
    FROM carried_inquiry AS source
    WHERE inquiry_record.receipt = NEW.receipt AND source.receipt = NEW.receipt AND source.source = 'received'
      AND inquiry_record.state <> 'destroyed';
END;
-- Its outbox has destroyed the inquiry before. A row that this release has written is left to the outbox.
CREATE TRIGGER carried_received_destroyed AFTER DELETE ON inquiry BEGIN
  DELETE FROM inquiry_record WHERE receipt = OLD.receipt AND version = 0;
END;
CREATE TRIGGER carried_copy AFTER INSERT ON undelivered_inquiry BEGIN
  INSERT INTO inquiry_record (
      id, receipt, version, carried, brand_id, white_label, kind, state, accepted_at, processed_at, destroy_at, attempts, last_failure,
      spam_signals, privacy_version, recipient_type, inquiry_type, subject, content, company_name, user_name, inquiry_mail,
      phone_number_homepage, file_ref_id, file_ref_id_homepage, staged
    )
    SELECT id, receipt, 0, 1, brand_id, white_label, kind, state, accepted_at, processed_at, destroy_at, attempts, last_failure,
      spam_signals, privacy_version, recipient_type, inquiry_type, subject, content, company_name, user_name, inquiry_mail,
      phone_number_homepage, file_ref_id, file_ref_id_homepage, staged
    FROM carried_inquiry WHERE receipt = NEW.receipt AND source = 'copy'
    ON CONFLICT (receipt) DO UPDATE SET carried = 1, staged = excluded.staged WHERE state <> 'destroyed';
  DELETE FROM undelivered_inquiry WHERE receipt = NEW.receipt
    AND EXISTS (SELECT 1 FROM inquiry_record WHERE receipt = NEW.receipt AND state = 'destroyed');
END;
CREATE TRIGGER carried_copy_change AFTER UPDATE ON undelivered_inquiry BEGIN
  UPDATE inquiry_record SET carried = 1, staged = source.staged, attempts = source.attempts, last_failure = source.last_failure,
      state = iif(inquiry_record.delivered_at IS NULL, source.state, inquiry_record.state),
      processed_at = iif(OLD.processed_at IS NEW.processed_at, inquiry_record.processed_at, source.processed_at),
      destroy_at = iif(OLD.processed_at IS NEW.processed_at, inquiry_record.destroy_at, source.destroy_at),
      file_ref_id = source.file_ref_id, file_ref_id_homepage = source.file_ref_id_homepage
    FROM (SELECT * FROM carried_inquiry WHERE receipt = NEW.receipt AND source = 'copy') AS source
    WHERE inquiry_record.receipt = NEW.receipt AND inquiry_record.state <> 'destroyed';
END;
-- Delivered or destroyed: its outbox knows which, and writes the row again.
CREATE TRIGGER carried_copy_gone AFTER DELETE ON undelivered_inquiry BEGIN
  DELETE FROM inquiry_record WHERE receipt = OLD.receipt AND version = 0 AND delivered_at IS NULL;
  UPDATE inquiry_record SET staged = NULL WHERE receipt = OLD.receipt AND version = 0;
END;
-- An inquiry whose contents are removed has none in the old tables either.
CREATE TRIGGER carried_contents_removed AFTER UPDATE OF subject ON inquiry_record WHEN NEW.subject IS NULL BEGIN
  DELETE FROM inquiry WHERE receipt = NEW.receipt;
  DELETE FROM undelivered_inquiry WHERE receipt = NEW.receipt;
END;
