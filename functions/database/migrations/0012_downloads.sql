-- Documents of the data page. The bytes of a file are in content_file. title_en empty: the Korean title is shown, and the other way round.
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
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX download_in_order ON download (sort_order, registered_at DESC, download_id);
