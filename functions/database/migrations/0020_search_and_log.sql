-- The search (decision 058): any part of a word of the fields that say who asks and what for, in `search_grams`, and beginnings of words
-- of the message. Rows of earlier releases have no parts of words; the hourly run fills them.
DROP TRIGGER inquiry_record_inserted;
DROP TRIGGER inquiry_record_deleted;
DROP TRIGGER inquiry_record_words;
DROP TABLE inquiry_search;
CREATE VIRTUAL TABLE inquiry_search USING fts5 (
  search_grams, content,
  content = 'inquiry_record', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8'
);
INSERT INTO inquiry_search (inquiry_search, rank) VALUES ('secure-delete', 1);
INSERT INTO inquiry_search (inquiry_search) VALUES ('rebuild');

CREATE TRIGGER inquiry_record_inserted AFTER INSERT ON inquiry_record BEGIN
  INSERT INTO inquiry_search (rowid, search_grams, content) VALUES (NEW.id, NEW.search_grams, NEW.content);
  INSERT INTO inquiry_count (state, kind, brand_id, n) VALUES (NEW.state, coalesce(NEW.kind, ''), NEW.brand_id, 1)
    ON CONFLICT (state, kind, brand_id) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER inquiry_record_deleted AFTER DELETE ON inquiry_record BEGIN
  INSERT INTO inquiry_search (inquiry_search, rowid, search_grams, content) VALUES ('delete', OLD.id, OLD.search_grams, OLD.content);
  UPDATE inquiry_count SET n = n - 1 WHERE state = OLD.state AND kind = coalesce(OLD.kind, '') AND brand_id = OLD.brand_id;
END;
-- The release before this one removes contents without knowing of `search_grams`, so that it is emptied here.
CREATE TRIGGER inquiry_record_words AFTER UPDATE OF subject, search_grams, content ON inquiry_record
  WHEN (OLD.search_grams IS NOT NEW.search_grams OR OLD.content IS NOT NEW.content) AND coalesce(OLD.subject, NEW.subject) IS NOT NULL
BEGIN
  INSERT INTO inquiry_search (inquiry_search, rowid, search_grams, content) VALUES ('delete', OLD.id, OLD.search_grams, OLD.content);
  INSERT INTO inquiry_search (rowid, search_grams, content)
    VALUES (NEW.id, iif(NEW.subject IS NULL, NULL, NEW.search_grams), NEW.content);
  UPDATE inquiry_record SET search_grams = NULL WHERE id = NEW.id AND subject IS NULL AND search_grams IS NOT NULL;
END;
CREATE INDEX inquiry_record_unfilled ON inquiry_record (id) WHERE search_grams IS NULL AND subject IS NOT NULL;

-- Filters of the list, each read from its own index.
CREATE INDEX inquiry_record_spam ON inquiry_record (id) WHERE spam_signals <> '[]';
CREATE INDEX inquiry_record_with_files ON inquiry_record (id) WHERE coalesce(file_ref_id, file_ref_id_homepage, staged) IS NOT NULL;
CREATE INDEX inquiry_record_by_language ON inquiry_record (locale) WHERE state <> 'destroyed';
-- Whether another brand has got the same text (decision 015).
CREATE INDEX inquiry_record_text ON inquiry_record (substr(content, 1, 64)) WHERE content IS NOT NULL;

-- The log without what was only read, and its filters (decision 059).
CREATE INDEX admin_log_changes ON admin_log (id) WHERE action NOT IN ('list', 'show', 'download');
CREATE INDEX admin_log_by_actor ON admin_log (actor);
CREATE INDEX admin_log_by_action ON admin_log (action);
CREATE INDEX admin_log_by_time ON admin_log (at);
