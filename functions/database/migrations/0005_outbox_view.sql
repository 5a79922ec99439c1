-- The outboxes that exist, whether or not their brand is still in the registry.
CREATE TABLE outbox (
  brand_id TEXT PRIMARY KEY,
  first_used_at TEXT NOT NULL
) STRICT;

-- Copies of what an outbox has not delivered, for commands and the admin: after the first failed attempt ('queued') and
-- after the last ('undelivered'). The outbox itself decides; a copy goes when its inquiry is delivered or destroyed.
ALTER TABLE undelivered_inquiry ADD COLUMN brand_id TEXT;
ALTER TABLE undelivered_inquiry ADD COLUMN state TEXT NOT NULL DEFAULT 'undelivered';
ALTER TABLE undelivered_inquiry ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE undelivered_inquiry ADD COLUMN last_failure TEXT;
-- An operator's request that the outbox takes up within a minute.
ALTER TABLE undelivered_inquiry ADD COLUMN retry_requested_at TEXT;
CREATE INDEX undelivered_inquiry_newest_first ON undelivered_inquiry (accepted_at DESC);
CREATE INDEX undelivered_inquiry_processed ON undelivered_inquiry (processed_at) WHERE processed_at IS NOT NULL;

ALTER TABLE inquiry ADD COLUMN brand_id TEXT;
ALTER TABLE inquiry ADD COLUMN accepted_at TEXT;
ALTER TABLE inquiry ADD COLUMN privacy_version TEXT;
-- JSON array of spam signals.
ALTER TABLE inquiry ADD COLUMN spam_signals TEXT;
CREATE INDEX inquiry_processed ON inquiry (processed_at) WHERE processed_at IS NOT NULL;
