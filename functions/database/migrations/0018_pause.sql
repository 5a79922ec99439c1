-- A site that was restored from a backup sends nothing until an operator resumes it. No row: nothing is paused.
CREATE TABLE pause (since TEXT NOT NULL);
