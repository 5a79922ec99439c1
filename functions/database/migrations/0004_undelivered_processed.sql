-- An undelivered inquiry that a person has seen to is destroyed one month later, like any other.
ALTER TABLE undelivered_inquiry ADD COLUMN processed_at TEXT;
