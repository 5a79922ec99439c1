-- Which inquiries name a file reference: asked for each reference by the hourly sweep and before files are destroyed.
CREATE INDEX inquiry_by_file ON inquiry (file_ref_id) WHERE file_ref_id IS NOT NULL;
CREATE INDEX inquiry_by_homepage_file ON inquiry (file_ref_id_homepage) WHERE file_ref_id_homepage IS NOT NULL;

-- The key that signs file references and download links (decision 023). Made by the Worker on first use, base64.
CREATE TABLE signing_key (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
