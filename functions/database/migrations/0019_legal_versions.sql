-- The legal texts that visitors were shown, sealed at the deployment that announced them. A deployment with another text is refused.
CREATE TABLE legal_version (
  file TEXT PRIMARY KEY,
  sha256 TEXT NOT NULL,
  effective TEXT NOT NULL,
  sealed_at TEXT NOT NULL
);
