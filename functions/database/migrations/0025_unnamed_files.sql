-- Since when nothing has named a file of an operator (ISO 8601), as the hourly run has found it; NULL while something names it.
ALTER TABLE content_file ADD COLUMN unnamed_since TEXT;
