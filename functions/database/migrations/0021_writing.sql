-- Pixels of a picture as it is shown; NULL for other files and for pictures from before.
ALTER TABLE content_file ADD COLUMN width INTEGER;
ALTER TABLE content_file ADD COLUMN height INTEGER;

-- A document that is not public yet is withdrawn and has no published_at, so the release before does not show it either.
ALTER TABLE download ADD COLUMN published_at TEXT;
UPDATE download SET published_at = registered_at;

-- The text of an entry that somebody has discarded or replaced, one for an entry, for 30 days.
CREATE TABLE board_dropped (
  board_uuid TEXT PRIMARY KEY,
  group_uuid TEXT NOT NULL,
  sub_category_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  subject_en TEXT NOT NULL,
  contents TEXT NOT NULL,
  contents_en TEXT NOT NULL,
  is_priority INTEGER NOT NULL CHECK (is_priority IN (0, 1)),
  white_label TEXT,
  saved_at TEXT NOT NULL,
  saved_by TEXT NOT NULL,
  dropped_at TEXT NOT NULL
) STRICT;
