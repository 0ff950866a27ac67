/** `id` is the names of the certificate, joined by commas, which no name has. */
export const CERTIFICATES = `
CREATE TABLE certificate (
  id text COLLATE "C" PRIMARY KEY,
  cert text,
  key text,
  failures bigint NOT NULL,
  last_error text,
  next_try_at bigint NOT NULL
);

CREATE TABLE authority_account (
  directory text COLLATE "C" PRIMARY KEY,
  url text NOT NULL,
  key text NOT NULL
);

CREATE TABLE challenge (
  token text COLLATE "C" PRIMARY KEY,
  answer text NOT NULL,
  expires_at bigint NOT NULL
);
`
