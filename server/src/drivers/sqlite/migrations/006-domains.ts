/**
 * `verified_domain` has one row for each name that was ever verified: `account_no` is null once nobody has it, so that
 * whoever follows the changes hears of it. `next_check_at` of a domain that is being checked is when its claim ends.
 */
export const DOMAINS = `
CREATE TABLE custom_domain (
  account_no INTEGER NOT NULL REFERENCES account,
  name TEXT NOT NULL,
  token TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending',
  created_at INTEGER NOT NULL,
  verified_at INTEGER,
  lost_at INTEGER,
  checked_at INTEGER,
  missed_at INTEGER,
  asked_at INTEGER,
  next_check_at INTEGER NOT NULL,
  zone TEXT,
  name_servers TEXT NOT NULL DEFAULT '[]',
  findings TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (account_no, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX custom_domain_due ON custom_domain (next_check_at);

CREATE TABLE verified_domain (
  name TEXT PRIMARY KEY,
  account_no INTEGER REFERENCES account,
  subdomains INTEGER NOT NULL,
  mta_sts INTEGER NOT NULL,
  since INTEGER NOT NULL,
  change INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX verified_domain_change ON verified_domain (change);
`
