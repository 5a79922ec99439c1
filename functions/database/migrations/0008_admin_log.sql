-- What operators have done in the admin: one row for everything that changes, shows, exports or destroys personal data
-- (docs/contract.md#9). `subject` says which: a receipt, a file key, filters. It never holds what a visitor has typed.
CREATE TABLE admin_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL
) STRICT;
CREATE INDEX admin_log_by_subject ON admin_log (subject);
