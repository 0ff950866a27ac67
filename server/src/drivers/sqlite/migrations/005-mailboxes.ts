/**
 * A folder is a row of `inbox` that has a name instead of an address, and no place among the account's inboxes.
 * `parent_no` is the inbox that it stands beside, 0 for the account's own. A message's `modseq` is the revision of its
 * inbox at which it last changed.
 */
export const MAILBOXES = `
ALTER TABLE inbox ADD COLUMN folder TEXT;
ALTER TABLE inbox ADD COLUMN parent_no INTEGER NOT NULL DEFAULT 0;
ALTER TABLE inbox ADD COLUMN uid_validity INTEGER NOT NULL DEFAULT 1;
ALTER TABLE inbox ADD COLUMN marks_modseq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE inbox ADD COLUMN recent_after INTEGER NOT NULL DEFAULT 0;
UPDATE inbox SET uid_validity = max(1, created_at / 1000);
CREATE UNIQUE INDEX inbox_folder ON inbox (account_no, parent_no, folder) WHERE folder IS NOT NULL;

ALTER TABLE message ADD COLUMN flags TEXT NOT NULL DEFAULT '';
ALTER TABLE message ADD COLUMN modseq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE message ADD COLUMN internal_date INTEGER;
UPDATE message SET modseq = seq;

CREATE TABLE structure (
  body_no INTEGER NOT NULL REFERENCES body,
  body_at INTEGER NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (body_no, body_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE subscription (
  account_no INTEGER NOT NULL REFERENCES account,
  parent_no INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (account_no, parent_no, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE last_uid_validity (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  value INTEGER NOT NULL
) STRICT;
INSERT INTO last_uid_validity SELECT 1, coalesce(max(uid_validity), 1) FROM inbox;
`
