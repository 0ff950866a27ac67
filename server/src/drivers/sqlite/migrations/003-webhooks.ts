/**
 * `due_at` of an endpoint is the first moment at which one of its deliveries may be sent, null while it is paused: who
 * sends looks at endpoints, never at the log. A claimed delivery has `leased` set, and is due again when its claim ends.
 * An endpoint that is deleted loses its account at once, and its log in small steps.
 */
export const WEBHOOKS = `
CREATE TABLE webhook (
  no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_no INTEGER REFERENCES account,
  url TEXT NOT NULL,
  description TEXT NOT NULL,
  events INTEGER NOT NULL,
  inbox_filter TEXT,
  paused_reason TEXT,
  consecutive_failures INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  last_success_at INTEGER,
  last_failure_at INTEGER,
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_until INTEGER,
  last_seq INTEGER NOT NULL DEFAULT 0,
  last_at INTEGER NOT NULL DEFAULT 0,
  open_count INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  sweep_at INTEGER
) STRICT;
CREATE INDEX webhook_of_account ON webhook (account_no, no) WHERE account_no IS NOT NULL;
CREATE INDEX webhook_due ON webhook (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_sweep ON webhook (sweep_at) WHERE sweep_at IS NOT NULL;
CREATE INDEX webhook_open ON webhook (paused_reason, open_count) WHERE open_count > 0;

CREATE TABLE delivery (
  webhook_no INTEGER NOT NULL REFERENCES webhook,
  seq INTEGER NOT NULL,
  event INTEGER NOT NULL,
  state INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  next_attempt_at INTEGER,
  leased INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  attempts_before INTEGER NOT NULL DEFAULT 0,
  manual INTEGER NOT NULL DEFAULT 0,
  data TEXT NOT NULL,
  PRIMARY KEY (webhook_no, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_at ON delivery (webhook_no, created_at);
CREATE INDEX delivery_due ON delivery (webhook_no, next_attempt_at) WHERE state = 0 AND event < 2;
CREATE INDEX delivery_ping ON delivery (next_attempt_at) WHERE state = 0 AND event = 2;
CREATE INDEX delivery_leased ON delivery (webhook_no) WHERE leased = 1;

CREATE TABLE attempt (
  webhook_no INTEGER NOT NULL REFERENCES webhook,
  delivery_seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  status INTEGER,
  duration_ms INTEGER NOT NULL,
  error TEXT,
  error_detail TEXT,
  response BLOB,
  PRIMARY KEY (webhook_no, delivery_seq, number)
) STRICT;

ALTER TABLE account ADD COLUMN webhook_count INTEGER NOT NULL DEFAULT 0;
`
