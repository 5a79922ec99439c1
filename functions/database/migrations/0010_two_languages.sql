-- The English text of an entry; subject and contents are the Korean one. Empty: there is none. NULL, as in rows from before:
-- subject and contents may hold both languages.
ALTER TABLE board_item ADD COLUMN subject_en TEXT;
ALTER TABLE board_item ADD COLUMN contents_en TEXT;
