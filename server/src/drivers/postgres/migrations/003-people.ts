/**
 * Users, how they sign in, and what they have changed. Of every token that stands in a cookie or a link only the SHA-256
 * is kept. A key with the prefix tkc_ is a device, and has a row in `device` beside its own.
 */
export const PEOPLE = `
CREATE TABLE person (
  id text COLLATE "C" PRIMARY KEY,
  no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL UNIQUE,
  role text NOT NULL,
  created_at bigint NOT NULL,
  password text,
  totp_secret text,
  totp_confirmed boolean NOT NULL DEFAULT false,
  totp_step bigint NOT NULL DEFAULT 0
);
CREATE INDEX person_of_account ON person (account_id, no);
CREATE INDEX person_order ON person (no);

CREATE TABLE api_key (
  hash bytea PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  last4 text NOT NULL,
  scope text NOT NULL,
  role text NOT NULL,
  created_at bigint NOT NULL,
  created_by text,
  last_used_at bigint,
  revoked_at bigint
);
CREATE INDEX key_of_account ON api_key (account_id, no);

CREATE TABLE device (
  key_id text COLLATE "C" PRIMARY KEY,
  host text NOT NULL,
  system text NOT NULL,
  address text NOT NULL
);

CREATE TABLE recovery_code (
  user_id text COLLATE "C" NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (user_id, hash)
);

CREATE TABLE session (
  hash bytea PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL
);
CREATE INDEX session_of_user ON session (user_id, no);
CREATE INDEX session_end ON session (expires_at);

CREATE TABLE link (
  hash bytea PRIMARY KEY,
  kind text NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX link_of_user ON link (user_id);
CREATE INDEX link_end ON link (expires_at);

CREATE TABLE sign_up (
  email text COLLATE "C" PRIMARY KEY,
  code_hash bytea NOT NULL,
  password text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at bigint NOT NULL
);
CREATE INDEX sign_up_end ON sign_up (expires_at);

CREATE TABLE invite (
  hash bytea PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id text COLLATE "C" NOT NULL,
  role text NOT NULL,
  email text,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX invite_of_account ON invite (account_id, no);
CREATE INDEX invite_end ON invite (expires_at);

CREATE TABLE device_grant (
  hash bytea PRIMARY KEY,
  user_code text COLLATE "C" NOT NULL UNIQUE,
  host text NOT NULL,
  system text NOT NULL,
  address text NOT NULL,
  expires_at bigint NOT NULL,
  interval_ms bigint NOT NULL,
  polled_at bigint,
  state text NOT NULL,
  user_id text COLLATE "C"
);
CREATE INDEX device_grant_end ON device_grant (expires_at);

CREATE TABLE audit (
  account_id text COLLATE "C" NOT NULL,
  no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  user_id text,
  email text,
  key_id text,
  address text,
  action text NOT NULL,
  target text,
  detail text,
  PRIMARY KEY (account_id, no)
);
CREATE INDEX audit_id ON audit (account_id, id);
CREATE INDEX audit_at ON audit (at);
`
