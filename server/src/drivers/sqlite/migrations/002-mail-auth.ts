/** Results stand apart from messages, so that lists touch only small rows. */
export const MAIL_AUTH = `
ALTER TABLE message ADD COLUMN peer TEXT;

CREATE TABLE mail_auth (
  inbox_no INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  results TEXT NOT NULL,
  PRIMARY KEY (inbox_no, seq)
) STRICT, WITHOUT ROWID;
`
