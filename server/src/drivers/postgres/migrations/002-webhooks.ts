/**
 * `due_at` of an endpoint is the first moment at which one of its deliveries may be sent, null while it is paused: who
 * sends looks at endpoints, never at the log. A claimed delivery has `leased` set, and is due again when its claim ends.
 * An endpoint that is deleted has its account no more by `webhook_account`, and loses its log in small steps.
 */
export const WEBHOOKS = `
CREATE TABLE webhook (
  account_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  gone boolean NOT NULL DEFAULT false,
  url text NOT NULL,
  description text NOT NULL,
  events text[] NOT NULL,
  inbox_filter text,
  paused_reason text,
  consecutive_failures bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  last_success_at bigint,
  last_failure_at bigint,
  secret text NOT NULL,
  previous_secret text,
  previous_until bigint,
  last_seq bigint NOT NULL DEFAULT 0,
  last_at bigint NOT NULL DEFAULT 0,
  open_count bigint NOT NULL DEFAULT 0,
  due_at bigint,
  sweep_at bigint,
  PRIMARY KEY (account_id, id)
) WITH (fillfactor = 70);
CREATE INDEX webhook_due ON webhook (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_sweep ON webhook (sweep_at) WHERE sweep_at IS NOT NULL;
CREATE INDEX webhook_open ON webhook (account_id) WHERE open_count > 0;

CREATE TABLE webhook_account (
  webhook_id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL
);

CREATE TABLE delivery (
  account_id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  event smallint NOT NULL,
  state smallint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  next_attempt_at bigint,
  leased boolean NOT NULL DEFAULT false,
  attempts bigint NOT NULL DEFAULT 0,
  attempts_before bigint NOT NULL DEFAULT 0,
  manual boolean NOT NULL DEFAULT false,
  data text NOT NULL,
  PRIMARY KEY (account_id, webhook_id, seq)
);
CREATE INDEX delivery_at ON delivery (account_id, webhook_id, created_at, seq);
CREATE INDEX delivery_due ON delivery (account_id, webhook_id, next_attempt_at) WHERE state = 0 AND event < 2;
CREATE INDEX delivery_ping ON delivery (next_attempt_at) WHERE state = 0 AND event = 2;
CREATE INDEX delivery_leased ON delivery (account_id, webhook_id) WHERE leased;

CREATE TABLE attempt (
  account_id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  delivery_seq bigint NOT NULL,
  number bigint NOT NULL,
  at bigint NOT NULL,
  status integer,
  duration_ms bigint NOT NULL,
  error text,
  error_detail text,
  response bytea,
  PRIMARY KEY (account_id, webhook_id, delivery_seq, number)
);
`
