/**
 * `verified_domain` has one row for each name that was ever verified, whoever had it: `account_id` is null once nobody
 * has it, so that whoever follows the changes hears of it. Their order is counted in the one row of `domain_change`, which
 * stays locked until the commit. `next_check_at` of a domain that is being checked is when its claim ends.
 */
export const DOMAINS = `
CREATE TABLE custom_domain (
  account_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  token text NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  created_at bigint NOT NULL,
  verified_at bigint,
  lost_at bigint,
  checked_at bigint,
  missed_at bigint,
  asked_at bigint,
  next_check_at bigint NOT NULL,
  zone text,
  name_servers text[] NOT NULL DEFAULT '{}',
  findings text NOT NULL DEFAULT '[]',
  PRIMARY KEY (account_id, name)
);
CREATE INDEX custom_domain_due ON custom_domain (next_check_at);

CREATE TABLE verified_domain (
  name text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C",
  subdomains boolean NOT NULL,
  mta_sts boolean NOT NULL,
  since bigint NOT NULL,
  change bigint NOT NULL
);
CREATE UNIQUE INDEX verified_domain_change ON verified_domain (change);

CREATE TABLE domain_change (
  slot smallint PRIMARY KEY CHECK (slot = 0),
  last bigint NOT NULL
);
`
