-- Files of the embedded upstream; their bytes are in R2 under files/{file_key}. All files of one upload share a reference.
CREATE TABLE file (
  file_key TEXT PRIMARY KEY,
  file_ref_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  file_name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  received_at TEXT NOT NULL
) STRICT;

CREATE INDEX file_by_reference ON file (file_ref_id, position);
