-- The two boards of the embedded upstream. Dates are ISO 8601 in UTC, so that their text order is their time order.
-- white_label NULL: shown to every brand.
CREATE TABLE sub_category (
  sub_category_id TEXT PRIMARY KEY,
  group_uuid TEXT NOT NULL,
  sub_category_name TEXT NOT NULL,
  sub_category_en_name TEXT NOT NULL,
  sort_order INTEGER NOT NULL DEFAULT 0,
  white_label TEXT
) STRICT;

CREATE INDEX sub_category_in_order ON sub_category (group_uuid, sort_order);

CREATE TABLE board_item (
  board_uuid TEXT PRIMARY KEY,
  group_uuid TEXT NOT NULL,
  sub_category_id TEXT NOT NULL REFERENCES sub_category (sub_category_id),
  subject TEXT NOT NULL,
  contents TEXT NOT NULL,
  create_date TEXT NOT NULL,
  update_date TEXT,
  is_priority INTEGER NOT NULL DEFAULT 0 CHECK (is_priority IN (0, 1)),
  white_label TEXT
) STRICT;

CREATE INDEX board_item_newest_first ON board_item (group_uuid, create_date DESC, board_uuid DESC);
