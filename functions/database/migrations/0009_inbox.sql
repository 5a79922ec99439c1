-- The inbox of the admin: one row for each inquiry that this database holds, received (`inquiry`) or not delivered yet
-- (`undelivered_inquiry`), with what a list shows and a search finds. Triggers keep it; nothing writes it by hand. The id begins with the
-- milliseconds of acceptance, so that the order of ids is the order of time and every page comes straight from an index (decision 030).
CREATE TABLE inbox (
  id INTEGER PRIMARY KEY,
  receipt TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL CHECK (source IN ('received', 'copy')),
  accepted_at TEXT NOT NULL,
  state TEXT NOT NULL,
  kind TEXT NOT NULL,
  brand TEXT NOT NULL,
  company_name TEXT NOT NULL,
  user_name TEXT NOT NULL,
  inquiry_mail TEXT NOT NULL,
  subject TEXT NOT NULL
) STRICT;
CREATE INDEX inbox_by_state ON inbox (state);
CREATE INDEX inbox_by_kind ON inbox (kind);
CREATE INDEX inbox_by_brand ON inbox (brand);

-- How many there are of each, so that no page has to count a million rows.
CREATE TABLE inbox_count (
  state TEXT NOT NULL,
  kind TEXT NOT NULL,
  brand TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (state, kind, brand)
) STRICT;

-- Words and their beginnings; up to eight characters each beginning has an index entry of its own, so that a search that hits everything
-- reads no more than its page. With secure-delete the words of a destroyed inquiry leave the index at once.
CREATE VIRTUAL TABLE inbox_search USING fts5 (
  company_name, user_name, inquiry_mail, subject,
  content = 'inbox', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8'
);
INSERT INTO inbox_search (inbox_search, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER inbox_inserted AFTER INSERT ON inbox BEGIN
  INSERT INTO inbox_search (rowid, company_name, user_name, inquiry_mail, subject)
    VALUES (NEW.id, NEW.company_name, NEW.user_name, NEW.inquiry_mail, NEW.subject);
  INSERT INTO inbox_count (state, kind, brand, n) VALUES (NEW.state, NEW.kind, NEW.brand, 1)
    ON CONFLICT (state, kind, brand) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER inbox_deleted AFTER DELETE ON inbox BEGIN
  INSERT INTO inbox_search (inbox_search, rowid, company_name, user_name, inquiry_mail, subject)
    VALUES ('delete', OLD.id, OLD.company_name, OLD.user_name, OLD.inquiry_mail, OLD.subject);
  UPDATE inbox_count SET n = n - 1 WHERE state = OLD.state AND kind = OLD.kind AND brand = OLD.brand;
END;
-- The texts of an inquiry never change, its state does.
CREATE TRIGGER inbox_updated AFTER UPDATE OF state, brand ON inbox WHEN OLD.state <> NEW.state OR OLD.brand <> NEW.brand BEGIN
  UPDATE inbox_count SET n = n - 1 WHERE state = OLD.state AND kind = OLD.kind AND brand = OLD.brand;
  INSERT INTO inbox_count (state, kind, brand, n) VALUES (NEW.state, NEW.kind, NEW.brand, 1)
    ON CONFLICT (state, kind, brand) DO UPDATE SET n = n + 1;
END;

-- Both tables as the rows of the inbox, without the inquiries that the site sends itself (functions/inquiry/canary.ts).
CREATE VIEW inbox_source AS
  SELECT receipt, 'received' AS source, coalesce(accepted_at, received_at) AS accepted_at,
    iif(processed_at IS NULL, 'new', 'processed') AS state, iif(is_home_unite, 'partnership', 'sales') AS kind,
    coalesce(brand_id, white_label) AS brand, company_name, user_name, inquiry_mail, subject
  FROM inquiry WHERE inquiry_mail <> 'canary@site.invalid'
  UNION ALL
  SELECT receipt, 'copy', accepted_at, iif(processed_at IS NULL, state, 'processed'),
    iif(payload ->> '$.inquiry.is_home_unite', 'partnership', 'sales'), coalesce(brand_id, white_label),
    payload ->> '$.inquiry.company_name', payload ->> '$.inquiry.user_name', payload ->> '$.inquiry.inquiry_mail',
    payload ->> '$.inquiry.subject'
  FROM undelivered_inquiry;

-- A received inquiry takes the place of its copy, never the other way round.
CREATE TRIGGER inbox_of_received AFTER INSERT ON inquiry BEGIN
  INSERT INTO inbox (id, receipt, source, accepted_at, state, kind, brand, company_name, user_name, inquiry_mail, subject)
    SELECT (CAST(unixepoch(accepted_at, 'subsec') * 1000 AS INTEGER) << 20) + (random() & 0xfffff), *
    FROM inbox_source WHERE receipt = NEW.receipt AND source = 'received'
    ON CONFLICT (receipt) DO UPDATE SET source = excluded.source, state = excluded.state, brand = excluded.brand;
END;
CREATE TRIGGER inbox_of_processed AFTER UPDATE OF processed_at ON inquiry BEGIN
  UPDATE inbox SET state = iif(NEW.processed_at IS NULL, 'new', 'processed') WHERE receipt = NEW.receipt AND source = 'received';
END;
CREATE TRIGGER inbox_of_destroyed AFTER DELETE ON inquiry BEGIN
  DELETE FROM inbox WHERE receipt = OLD.receipt AND source = 'received';
END;
CREATE TRIGGER inbox_of_copy AFTER INSERT ON undelivered_inquiry BEGIN
  INSERT INTO inbox (id, receipt, source, accepted_at, state, kind, brand, company_name, user_name, inquiry_mail, subject)
    SELECT (CAST(unixepoch(accepted_at, 'subsec') * 1000 AS INTEGER) << 20) + (random() & 0xfffff), *
    FROM inbox_source WHERE receipt = NEW.receipt AND source = 'copy'
    ON CONFLICT (receipt) DO NOTHING;
END;
CREATE TRIGGER inbox_of_copy_state AFTER UPDATE OF processed_at, state, brand_id ON undelivered_inquiry BEGIN
  UPDATE inbox SET state = iif(NEW.processed_at IS NULL, NEW.state, 'processed'), brand = coalesce(NEW.brand_id, NEW.white_label)
    WHERE receipt = NEW.receipt AND source = 'copy';
END;
CREATE TRIGGER inbox_of_copy_destroyed AFTER DELETE ON undelivered_inquiry BEGIN
  DELETE FROM inbox WHERE receipt = OLD.receipt AND source = 'copy';
END;

-- What was received before this migration.
INSERT INTO inbox (id, receipt, source, accepted_at, state, kind, brand, company_name, user_name, inquiry_mail, subject)
  SELECT (CAST(unixepoch(accepted_at, 'subsec') * 1000 AS INTEGER) << 20) + (random() & 0xfffff), *
  FROM inbox_source WHERE true ORDER BY source DESC
  ON CONFLICT (receipt) DO NOTHING;

-- What a file was found to hold when an operator first looked at it: '' nothing, 'macros' or 'scripts'.
CREATE TABLE file_check (
  file_key TEXT PRIMARY KEY,
  found TEXT NOT NULL
) STRICT;
CREATE TRIGGER file_check_destroyed AFTER DELETE ON file BEGIN
  DELETE FROM file_check WHERE file_key = OLD.file_key;
END;
