/**
 * Users, how they sign in, and what they have changed. Of every token that stands in a cookie or a link only the SHA-256
 * is kept. A key with the prefix tkc_ is a device, and has a row in `device` beside its own.
 */
export const PEOPLE = `
ALTER TABLE account ADD COLUMN suspended_at INTEGER;
ALTER TABLE account ADD COLUMN deleted_at INTEGER;
CREATE INDEX account_deleted ON account (no) WHERE deleted_at IS NOT NULL;

ALTER TABLE user ADD COLUMN password TEXT;
ALTER TABLE user ADD COLUMN totp_secret TEXT;
ALTER TABLE user ADD COLUMN totp_confirmed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN totp_step INTEGER NOT NULL DEFAULT 0;

ALTER TABLE api_key ADD COLUMN role TEXT NOT NULL DEFAULT 'admin';

CREATE TABLE recovery_code (
  user_no INTEGER NOT NULL REFERENCES user,
  hash BLOB NOT NULL,
  PRIMARY KEY (user_no, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  hash BLOB NOT NULL UNIQUE,
  user_no INTEGER NOT NULL REFERENCES user,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL
) STRICT;
CREATE INDEX session_of_user ON session (user_no);
CREATE INDEX session_end ON session (expires_at);

CREATE TABLE link (
  hash BLOB PRIMARY KEY,
  kind TEXT NOT NULL,
  user_no INTEGER NOT NULL REFERENCES user,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX link_of_user ON link (user_no);
CREATE INDEX link_end ON link (expires_at);

CREATE TABLE sign_up (
  email TEXT PRIMARY KEY,
  code_hash BLOB NOT NULL,
  password TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_up_end ON sign_up (expires_at);

CREATE TABLE invite (
  no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  hash BLOB NOT NULL UNIQUE,
  account_no INTEGER NOT NULL REFERENCES account,
  role TEXT NOT NULL,
  email TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX invite_of_account ON invite (account_no);
CREATE INDEX invite_end ON invite (expires_at);

CREATE TABLE device_grant (
  hash BLOB PRIMARY KEY,
  user_code TEXT NOT NULL UNIQUE,
  host TEXT NOT NULL,
  system TEXT NOT NULL,
  address TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  interval_ms INTEGER NOT NULL,
  polled_at INTEGER,
  state TEXT NOT NULL,
  user_id TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX device_grant_end ON device_grant (expires_at);

CREATE TABLE device (
  key_no INTEGER PRIMARY KEY REFERENCES api_key,
  host TEXT NOT NULL,
  system TEXT NOT NULL,
  address TEXT NOT NULL
) STRICT;

CREATE TABLE audit (
  no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_no INTEGER NOT NULL REFERENCES account,
  at INTEGER NOT NULL,
  user_id TEXT,
  email TEXT,
  key_id TEXT,
  address TEXT,
  action TEXT NOT NULL,
  target TEXT,
  detail TEXT
) STRICT;
CREATE INDEX audit_of_account ON audit (account_no, no);
CREATE INDEX audit_at ON audit (at);
`
