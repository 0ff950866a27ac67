/** Compared byte by byte, as in JavaScript, whatever the locale of the server. */
const TEXT = 'text COLLATE "C"'

/** For rows that change often: room for the new version beside the old one, without a touch of any index. */
const OFTEN_CHANGED = 'WITH (fillfactor = 70)'

/**
 * The key of each table begins with what its rows would be distributed by: the inbox for mail, the account for logs and
 * endpoints; what is looked up by a name of its own (address, key, session, user) is keyed by that name. Nothing refers to
 * a row elsewhere by a foreign key: an owner that is gone is taken apart by the sweep.
 *
 * `message`, `body` and `reading` are cut by `bucket`, the day from which nothing in that part is wanted any more: see
 * partitions.ts. A message is there while its seq is above its inbox's `gone_seq`: what goes by its age is not touched, and
 * falls with its part.
 */
export const FIRST = `
CREATE TABLE account (
  id ${TEXT} PRIMARY KEY,
  no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  plan text NOT NULL,
  created_at bigint NOT NULL,
  inbox_count bigint NOT NULL DEFAULT 0,
  stored_bytes bigint NOT NULL DEFAULT 0,
  event_seq bigint NOT NULL DEFAULT 0,
  webhook_count bigint NOT NULL DEFAULT 0,
  suspended_at bigint,
  deleted_at bigint
) ${OFTEN_CHANGED};
CREATE INDEX account_order ON account (no);
CREATE INDEX account_deleted ON account (no) WHERE deleted_at IS NOT NULL;

CREATE TABLE address (
  address ${TEXT} PRIMARY KEY,
  inbox_id ${TEXT} NOT NULL
);

CREATE TABLE inbox (
  id ${TEXT} PRIMARY KEY,
  address ${TEXT} NOT NULL,
  account_id ${TEXT},
  gone boolean NOT NULL DEFAULT false,
  label text,
  created_at bigint NOT NULL,
  expires_at bigint,
  last_message_at bigint,
  last_read_at bigint,
  message_count bigint NOT NULL DEFAULT 0,
  unread_count bigint NOT NULL DEFAULT 0,
  stored_bytes bigint NOT NULL DEFAULT 0,
  last_seq bigint NOT NULL DEFAULT 0,
  gone_seq bigint NOT NULL DEFAULT 0,
  revision bigint NOT NULL DEFAULT 0,
  oldest_at bigint,
  first_bucket integer NOT NULL DEFAULT 0,
  last_bucket integer NOT NULL DEFAULT 0,
  sweep_at bigint NOT NULL,
  folder ${TEXT},
  parent_id ${TEXT} NOT NULL DEFAULT '',
  uid_validity bigint NOT NULL,
  marks_modseq bigint NOT NULL DEFAULT 0,
  recent_after bigint NOT NULL DEFAULT 0
) ${OFTEN_CHANGED};
CREATE INDEX inbox_of_account ON inbox (account_id, created_at, id) WHERE account_id IS NOT NULL;
CREATE INDEX inbox_held ON inbox (oldest_at) WHERE account_id IS NULL AND NOT gone AND oldest_at IS NOT NULL;
CREATE INDEX inbox_sweep ON inbox (sweep_at);
CREATE SEQUENCE uid_validity MINVALUE 1 MAXVALUE 4294967295 CYCLE;

CREATE TABLE message (
  inbox_id ${TEXT} NOT NULL,
  bucket integer NOT NULL,
  seq bigint NOT NULL,
  received_at bigint NOT NULL,
  size bigint NOT NULL,
  envelope_from text NOT NULL,
  from_address text NOT NULL,
  from_name text NOT NULL,
  to_addresses text NOT NULL,
  subject text NOT NULL,
  tls text,
  peer text,
  seen boolean NOT NULL DEFAULT false,
  claimed_at bigint,
  flags text NOT NULL DEFAULT '',
  modseq bigint NOT NULL,
  internal_date bigint,
  PRIMARY KEY (inbox_id, seq, bucket)
) PARTITION BY LIST (bucket);

CREATE TABLE body (
  inbox_id ${TEXT} NOT NULL,
  bucket integer NOT NULL,
  seq bigint NOT NULL,
  n integer NOT NULL,
  codec smallint NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (inbox_id, seq, n, bucket)
) PARTITION BY LIST (bucket);
-- It is packed already.
ALTER TABLE body ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE TABLE reading (
  inbox_id ${TEXT} NOT NULL,
  bucket integer NOT NULL,
  seq bigint NOT NULL,
  codec smallint,
  rendition bytea,
  structure text,
  auth text,
  PRIMARY KEY (inbox_id, seq, bucket)
) PARTITION BY LIST (bucket);
ALTER TABLE reading ALTER COLUMN rendition SET STORAGE EXTERNAL;

CREATE TABLE staged (
  id ${TEXT} NOT NULL,
  n integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  codec smallint NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (id, n)
);
ALTER TABLE staged ALTER COLUMN data SET STORAGE EXTERNAL;
CREATE INDEX staged_at ON staged (created_at);

CREATE TABLE held_total (
  slot smallint PRIMARY KEY,
  bytes bigint NOT NULL
);
INSERT INTO held_total SELECT slot, 0 FROM generate_series(0, 15) AS slot;

CREATE TABLE folder (
  account_id ${TEXT} NOT NULL,
  parent_id ${TEXT} NOT NULL,
  name ${TEXT} NOT NULL,
  inbox_id ${TEXT} NOT NULL,
  PRIMARY KEY (account_id, parent_id, name)
);

CREATE TABLE subscription (
  account_id ${TEXT} NOT NULL,
  parent_id ${TEXT} NOT NULL,
  name ${TEXT} NOT NULL,
  PRIMARY KEY (account_id, parent_id, name)
);

CREATE TABLE event (
  account_id ${TEXT} NOT NULL,
  seq bigint NOT NULL,
  type smallint NOT NULL,
  at bigint NOT NULL,
  inbox_id ${TEXT} NOT NULL,
  message_seq bigint,
  PRIMARY KEY (account_id, seq)
);

CREATE TABLE once (
  account_id ${TEXT} NOT NULL,
  key ${TEXT} NOT NULL,
  fingerprint text NOT NULL,
  at bigint NOT NULL,
  answer bytea,
  PRIMARY KEY (account_id, key)
);
CREATE INDEX once_at ON once (at);
`
