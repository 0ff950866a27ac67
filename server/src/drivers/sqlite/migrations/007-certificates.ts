/** `id` is the names of the certificate, joined by commas, which no name has. */
export const CERTIFICATES = `
CREATE TABLE certificate (
  id TEXT PRIMARY KEY,
  cert TEXT,
  key TEXT,
  failures INTEGER NOT NULL,
  last_error TEXT,
  next_try_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE authority_account (
  directory TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  key TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE challenge (
  token TEXT PRIMARY KEY,
  answer TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
