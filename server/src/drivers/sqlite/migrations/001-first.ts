/**
 * `no` is a short number for joins inside the store and is never shown; `id` is what the world sees.
 * Bodies stand apart from messages: a list touches only small rows, recipients of one mail share its body, and small
 * mails of one commit are packed together. `body_at` and `body_length` say where a message's source stands in its body.
 */
export const FIRST = `
CREATE TABLE account (
  no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  inbox_count INTEGER NOT NULL DEFAULT 0,
  stored_bytes INTEGER NOT NULL DEFAULT 0,
  event_seq INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE user (
  no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_no INTEGER NOT NULL REFERENCES account,
  email TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX user_of_account ON user (account_no);

CREATE TABLE api_key (
  no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_no INTEGER NOT NULL REFERENCES account,
  hash BLOB NOT NULL UNIQUE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  last4 TEXT NOT NULL,
  scope TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_by TEXT,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX key_of_account ON api_key (account_no);

CREATE TABLE inbox (
  no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  address TEXT NOT NULL UNIQUE,
  account_no INTEGER REFERENCES account,
  label TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_message_at INTEGER,
  last_read_at INTEGER,
  message_count INTEGER NOT NULL DEFAULT 0,
  unread_count INTEGER NOT NULL DEFAULT 0,
  stored_bytes INTEGER NOT NULL DEFAULT 0,
  last_seq INTEGER NOT NULL DEFAULT 0,
  revision INTEGER NOT NULL DEFAULT 0,
  oldest_at INTEGER,
  sweep_at INTEGER NOT NULL
) STRICT;
CREATE INDEX inbox_of_account ON inbox (account_no, created_at, id) WHERE account_no IS NOT NULL;
CREATE INDEX inbox_held ON inbox (oldest_at) WHERE account_no IS NULL AND oldest_at IS NOT NULL;
CREATE INDEX inbox_sweep ON inbox (sweep_at);

CREATE TABLE message (
  inbox_no INTEGER NOT NULL REFERENCES inbox,
  seq INTEGER NOT NULL,
  body_no INTEGER NOT NULL REFERENCES body,
  body_at INTEGER NOT NULL,
  body_length INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  size INTEGER NOT NULL,
  envelope_from TEXT NOT NULL,
  from_address TEXT NOT NULL,
  from_name TEXT NOT NULL,
  to_addresses TEXT NOT NULL,
  subject TEXT NOT NULL,
  tls TEXT,
  seen INTEGER NOT NULL DEFAULT 0,
  claimed_at INTEGER,
  PRIMARY KEY (inbox_no, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE body (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  kind INTEGER NOT NULL,
  refs INTEGER NOT NULL,
  codec INTEGER,
  data BLOB
) STRICT;
CREATE INDEX body_unused ON body (no) WHERE refs = 0;

CREATE TABLE body_piece (
  body_no INTEGER NOT NULL REFERENCES body,
  n INTEGER NOT NULL,
  size INTEGER NOT NULL,
  codec INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (body_no, n)
) STRICT;

CREATE TABLE rendition (
  body_no INTEGER NOT NULL REFERENCES body,
  body_at INTEGER NOT NULL,
  codec INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (body_no, body_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
  account_no INTEGER NOT NULL REFERENCES account,
  seq INTEGER NOT NULL,
  type INTEGER NOT NULL,
  at INTEGER NOT NULL,
  inbox_no INTEGER NOT NULL,
  message_seq INTEGER,
  PRIMARY KEY (account_no, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE once (
  account_no INTEGER NOT NULL REFERENCES account,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  at INTEGER NOT NULL,
  answer BLOB,
  PRIMARY KEY (account_no, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX once_at ON once (at);

CREATE TABLE held_total (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  bytes INTEGER NOT NULL
) STRICT;
INSERT INTO held_total VALUES (1, 0);
`
