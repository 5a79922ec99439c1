-- The HTML of a reply, cleaned once as it came. `html` has what earlier releases kept as it came: it is read no more, the text is shown.
ALTER TABLE message ADD COLUMN clean_html TEXT;
UPDATE message SET html = NULL WHERE html IS NOT NULL;
