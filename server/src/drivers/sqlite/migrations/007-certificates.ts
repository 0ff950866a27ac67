/** `id` is the names of the certificate, joined by commas, which no name has. Of the lease there is one. */
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

CREATE TABLE order_lease (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  holder TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT;
`
