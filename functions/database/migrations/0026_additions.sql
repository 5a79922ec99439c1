-- How many of the changes that `number` counts have only added something. The release before raises `number` alone, as if each of its
-- changes took something away.
ALTER TABLE content_version ADD COLUMN additions INTEGER NOT NULL DEFAULT 0;
