-- Inquiries as the embedded upstream has received them, under the field names of board/inquiry (spec 7). Dates are ISO 8601 in UTC.
CREATE TABLE inquiry (
  idempotency_key TEXT PRIMARY KEY,
  receipt TEXT NOT NULL UNIQUE,
  received_at TEXT NOT NULL,
  processed_at TEXT,
  white_label TEXT NOT NULL,
  title TEXT NOT NULL,
  inquiry_mail TEXT NOT NULL,
  contents TEXT NOT NULL,
  recipient_type TEXT NOT NULL,
  inquiry_type TEXT NOT NULL,
  subject TEXT NOT NULL,
  content TEXT NOT NULL,
  file_ref_id TEXT,
  file_ref_id_homepage TEXT,
  phone_number_homepage TEXT NOT NULL,
  company_name TEXT NOT NULL,
  user_name TEXT NOT NULL,
  is_home_unite INTEGER NOT NULL CHECK (is_home_unite IN (0, 1)),
  is_home_inquiry INTEGER NOT NULL CHECK (is_home_inquiry IN (0, 1))
) STRICT;

CREATE INDEX inquiry_newest_first ON inquiry (received_at DESC);

-- What the outbox could not deliver in eight days, with all that a person needs to do it by hand.
CREATE TABLE undelivered_inquiry (
  receipt TEXT PRIMARY KEY,
  accepted_at TEXT NOT NULL,
  white_label TEXT NOT NULL,
  payload TEXT NOT NULL
) STRICT;
