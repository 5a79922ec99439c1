-- An entry of board_item is public from published_at (NULL, as in rows from before: since its create_date) until withdrawn_at.
-- An entry that never was published has no row here, only a draft. `version` is the version that the row shows.
ALTER TABLE board_item ADD COLUMN published_at TEXT;
ALTER TABLE board_item ADD COLUMN withdrawn_at TEXT;
ALTER TABLE board_item ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
-- Order by hand; entries with the same number, such as new ones, stand newest first.
ALTER TABLE board_item ADD COLUMN sort_order INTEGER NOT NULL DEFAULT 0;
CREATE INDEX board_item_in_order ON board_item (group_uuid, sort_order, create_date DESC, board_uuid DESC);
CREATE INDEX board_item_scheduled ON board_item (published_at) WHERE published_at IS NOT NULL;
CREATE INDEX board_item_by_category ON board_item (sub_category_id);

-- Every published version of an entry, in Markdown.
CREATE TABLE board_version (
  board_uuid TEXT NOT NULL,
  version INTEGER NOT NULL,
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
CREATE INDEX board_draft_newest_first ON board_draft (group_uuid, saved_at DESC);

-- Pictures and attachments of entries; the bytes are in R2 under content/{file_key}.
CREATE TABLE content_file (
  file_key TEXT PRIMARY KEY,
  file_name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  added_at TEXT NOT NULL,
  added_by TEXT NOT NULL
) STRICT;

-- Counts the changes of what visitors can see; the caches hold the number in their keys.
CREATE TABLE content_version (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  number INTEGER NOT NULL
) STRICT;
INSERT INTO content_version (id, number) VALUES (1, 0);

-- Signs the preview addresses of drafts. Made here, so that every isolate has the same.
CREATE TABLE preview_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  secret TEXT NOT NULL
) STRICT;
INSERT INTO preview_key (id, secret) VALUES (1, lower(hex(randomblob(32))));
