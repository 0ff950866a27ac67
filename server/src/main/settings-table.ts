import { resolve } from 'node:path'
import { SIGN_UP } from '../app/deps.ts'
import { MTA_STS_MODES } from '../app/domains/domain-service.ts'
import { PLAN_NAMES } from '../domain/plan.ts'
import {
  bytes,
  duration,
  integer,
  listOf,
  oneOf,
  type Parse,
  parseAcmeDirectory,
  parseAcmeDomains,
  parseApiKey,
  parseBaseUrl,
  parseCidrs,
  parseDatabaseUrl,
  parseDomains,
  parseHostname,
  parseMailbox,
  parseNameServers,
  parseNetworks,
  parsePort,
  parsePorts,
  parseRedis,
  parseSchedule,
  parseSmtpUrl,
  parseSwitch,
  parseText,
} from './setting-parsers.ts'

export interface Setting<T> {
  readonly name: `MAYFLY_${string}`
  /** As an operator would write it; null where there is none, or where it follows from something else. */
  readonly default: string | null
  /** Says in words what holds where the default is null. */
  readonly otherwise: string
  readonly parse: Parse<T>
  readonly describes: string
  readonly secret: boolean
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

function set<T>(name: string, fallback: string, parse: Parse<T>, describes: string): Setting<T> {
  return { name: `MAYFLY_${name}`, default: fallback, otherwise: '', parse, describes, secret: false }
}

function optional<T>(name: string, otherwise: string, parse: Parse<T>, describes: string): Setting<T | null> {
  return { name: `MAYFLY_${name}`, default: null, otherwise, parse, describes, secret: false }
}

const parsePath = (text: string): string => resolve(text)
const parsePaths = (text: string): readonly string[] => text.split(',').map((part) => resolve(part.trim()))

/** The ports that can hear the PROXY protocol. */
export const PROXIED = ['smtp', 'imap', 'imaps', 'https'] as const

/** Every setting there is. What is not here is refused. */
export const SETTINGS = {
  host: set('HOST', '127.0.0.1', parseText, 'The address that every port binds to. 0.0.0.0 opens them to the network.'),
  httpPort: set('HTTP_PORT', '8025', parsePort, 'The port of the HTTP API. 0 takes a free one.'),
  httpsPort: optional('HTTPS_PORT', 'off', parsePort, 'The same over TLS. 0 takes a free one.'),
  smtpPort: set('SMTP_PORT', '1025', parsePort, 'The port that takes mail. 0 takes a free one.'),
  imapPort: set('IMAP_PORT', '1143', parsePort, 'The port for mail programs, with STARTTLS. 0 takes a free one.'),
  imapsPort: set('IMAPS_PORT', '1993', parsePort, 'The same with TLS from the first byte. 0 takes a free one.'),
  imapAllowPlain: set(
    'IMAP_ALLOW_PLAIN',
    '0',
    parseSwitch,
    '1 lets mail programs log in without TLS. From this machine they always may.',
  ),
  imapMaxConnections: set(
    'IMAP_MAX_CONNECTIONS',
    '10000',
    integer(1, 1_000_000),
    'IMAP connections open at once, in all.',
  ),
  imapMaxConnectionsPerAddress: set(
    'IMAP_MAX_CONNECTIONS_PER_ADDRESS',
    '1000',
    integer(1, 1_000_000),
    'IMAP connections open at once from one address.',
  ),
  imapIdleTimeoutMs: set(
    'IMAP_IDLE_TIMEOUT',
    '31m',
    duration('100ms', '1d'),
    'How long a mail program that has logged in may be silent. One that has not has a minute.',
  ),
  metricsPort: optional(
    'METRICS_PORT',
    'on the HTTP port, for this machine alone',
    parsePort,
    'A port of its own for /metrics. 0 takes a free one.',
  ),
  dataDir: set('DATA_DIR', './data', parsePath, 'The folder that everything is kept in. Made if missing.'),
  databaseUrl: {
    ...optional(
      'DATABASE_URL',
      'SQLite in the data folder',
      parseDatabaseUrl,
      'A PostgreSQL database that keeps everything instead, for many nodes at once. postgres://user:password@host:5432/mayfly',
    ),
    secret: true,
  },
  redis: {
    ...optional(
      'REDIS_URL',
      'in process',
      parseRedis,
      'Where several nodes wake each other and count limits together: redis://user:password@host:6379/0, or rediss://.',
    ),
    secret: true,
  },
  domains: set(
    'DOMAINS',
    'mayfly.test',
    parseDomains,
    'The domains that mail is taken for, as a comma list. * takes every domain: for a sandbox, never on the internet.',
  ),
  baseUrl: optional(
    'BASE_URL',
    'http:// and the bind address; with HTTPS, https:// and the first of MAYFLY_ACME_DOMAINS or the bind address',
    parseBaseUrl,
    'The public address of the service, used in links.',
  ),
  trustedProxies: optional(
    'TRUSTED_PROXIES',
    'none: the peer is the client',
    parseNetworks,
    'Proxies whose word about the client is believed, as a comma list of addresses and networks: 127.0.0.1, 10.0.0.0/8.',
  ),
  proxyProtocol: optional(
    'PROXY_PROTOCOL',
    'none: HTTP has X-Forwarded-For',
    listOf(PROXIED),
    `The ports to which those proxies speak the PROXY protocol, as a comma list of ${PROXIED.join(', ')}.`,
  ),
  signUp: set('SIGNUP', 'open', oneOf(...SIGN_UP), 'open lets everybody make an account; closed leaves it to you.'),
  outboundSmtpUrl: {
    ...optional(
      'OUTBOUND_SMTP_URL',
      'none: no mail is sent',
      parseSmtpUrl,
      'The server that takes our own mail: sign-up codes, reset links, invites. smtp://user:password@host:587',
    ),
    secret: true,
  },
  outboundFrom: optional(
    'OUTBOUND_FROM',
    'mayfly@ and the first service domain',
    parseMailbox,
    'The sender of our own mail.',
  ),
  defaultPlan: set('DEFAULT_PLAN', 'free', oneOf(...PLAN_NAMES), 'The plan of a new account.'),
  plansFile: optional(
    'PLANS_FILE',
    'the built-in plans',
    parsePath,
    'A JSON file that is laid over the built-in plans.',
  ),
  unclaimedTtlMs: set(
    'UNCLAIMED_TTL',
    '1h',
    duration('0', '3650d'),
    'How long mail for an address that nobody has claimed is held. 0 refuses it.',
  ),
  unclaimedMaxBytes: set(
    'UNCLAIMED_MAX_BYTES',
    '1GiB',
    bytes(0),
    'How much unclaimed mail is held in all; the oldest goes first.',
  ),
  bootstrapApiKey: {
    ...optional(
      'BOOTSTRAP_API_KEY',
      'none',
      parseApiKey,
      'A key that the owner account has from the start: for CI and containers.',
    ),
    secret: true,
  },
  tlsCertFiles: optional(
    'TLS_CERT_FILE',
    'self-signed',
    parsePaths,
    'The certificate chain, in PEM; or several, as a comma list. Read anew when they change.',
  ),
  tlsKeyFiles: optional(
    'TLS_KEY_FILE',
    'self-signed',
    parsePaths,
    'The private key of that certificate, in PEM; of several, in the same order.',
  ),
  acmeDomains: optional(
    'ACME_DOMAINS',
    'none: nothing is ordered',
    parseAcmeDomains,
    'The names for which a certificate is ordered and renewed, as a comma list. *.example.com needs MAYFLY_ACME_DNS_HOOK.',
  ),
  acmeDirectory: set(
    'ACME_DIRECTORY',
    'https://acme-v02.api.letsencrypt.org/directory',
    parseAcmeDirectory,
    'The certificate authority. With MAYFLY_ACME_DOMAINS you agree to its terms of service.',
  ),
  acmeEmail: optional('ACME_EMAIL', 'none', parseMailbox, 'Whom the authority writes to, if it does.'),
  acmeCaFile: optional(
    'ACME_CA_FILE',
    'the usual roots',
    parsePath,
    "A root certificate, in PEM, that the authority's own server is trusted by: for a private authority.",
  ),
  acmeDnsHook: optional(
    'ACME_DNS_HOOK',
    'none: the authority asks the HTTP port',
    parsePath,
    'A command that is run with set or clear, the name of a TXT record and its value: to prove the names by DNS.',
  ),
  smtpHostname: optional(
    'SMTP_HOSTNAME',
    'the first service domain',
    parseHostname,
    'The name that the SMTP server greets with.',
  ),
  mxHost: optional(
    'MX_HOST',
    'the name that the SMTP server greets with',
    parseHostname,
    'The name that the MX records of custom domains are to have.',
  ),
  mtaStsMode: set(
    'MTA_STS_MODE',
    'testing',
    oneOf(...MTA_STS_MODES),
    'What the MTA-STS policies of custom domains say. enforce takes a certificate for MAYFLY_MX_HOST that senders trust.',
  ),
  smtpMaxConnections: set(
    'SMTP_MAX_CONNECTIONS',
    '2000',
    integer(1, 1_000_000),
    'SMTP connections open at once, in all.',
  ),
  smtpMaxConnectionsPerAddress: set(
    'SMTP_MAX_CONNECTIONS_PER_ADDRESS',
    '1000',
    integer(1, 1_000_000),
    'SMTP connections open at once from one address.',
  ),
  smtpMaxCommands: set('SMTP_MAX_COMMANDS', '100000', integer(1, 1_000_000_000), 'SMTP commands on one connection.'),
  smtpMaxRecipients: set('SMTP_MAX_RECIPIENTS', '100', integer(1, 100_000), 'Recipients of one mail.'),
  smtpMaxLineBytes: set('SMTP_MAX_LINE', '1MiB', bytes(1_000, 1024 ** 3), 'The longest line of a mail.'),
  smtpIdleTimeoutMs: set('SMTP_IDLE_TIMEOUT', '60s', duration('100ms', '1d'), 'How long an SMTP client may be silent.'),
  smtpMaxMessageBytes: optional(
    'SMTP_MAX_MESSAGE_BYTES',
    'the largest of the plans',
    bytes(1),
    'The largest mail that is taken, whatever a plan allows.',
  ),
  dnsServers: optional(
    'DNS_SERVERS',
    "the system's",
    parseNameServers,
    'The name servers that are asked about senders and custom domains, as a comma list. With it, SPF is checked for private peers too.',
  ),
  httpMaxConnections: set('HTTP_MAX_CONNECTIONS', '10000', integer(1, 1_000_000), 'HTTP connections open at once.'),
  webhookTimeoutMs: set(
    'WEBHOOK_TIMEOUT',
    '15s',
    duration('100ms', '5m'),
    'How long one attempt to deliver a webhook may take in all.',
  ),
  webhookScheduleMs: set(
    'WEBHOOK_RETRY_SCHEDULE',
    '60,300,1800,21600',
    parseSchedule,
    'The pauses before the second attempt to deliver a webhook, the third, and so on, in seconds.',
  ),
  webhookPorts: set('WEBHOOK_PORTS', '443', parsePorts, 'The ports that webhooks may be sent to, as a comma list.'),
  webhookAllowCidrs: optional(
    'WEBHOOK_ALLOW_CIDRS',
    'public addresses only',
    parseCidrs,
    'Networks that webhooks may be sent to although they are not public, at any port: 127.0.0.0/8, for a test bench.',
  ),
  webhookAllowHttp: set(
    'WEBHOOK_ALLOW_HTTP',
    '0',
    parseSwitch,
    '1 lets webhooks go to http:// addresses: for a test bench.',
  ),
  sweepIntervalMs: set('SWEEP_INTERVAL', '60s', duration('250ms', '1d'), 'How often expired mail is deleted.'),
  shutdownTimeoutMs: set(
    'SHUTDOWN_TIMEOUT',
    '10s',
    duration('0', '1h'),
    'How long a stop may wait for the work in hand.',
  ),
  logLevel: set('LOG_LEVEL', 'info', oneOf(...LOG_LEVELS), `How much is logged: ${LOG_LEVELS.join(', ')}.`),
  logFormat: set('LOG_FORMAT', 'auto', oneOf('auto', 'json', 'pretty'), 'json, pretty, or auto: pretty on a terminal.'),
} as const

export type SettingId = keyof typeof SETTINGS
/** What each setting parses to, before those that follow from others are filled in. */
export type ParsedSettings = { readonly [K in SettingId]: ReturnType<(typeof SETTINGS)[K]['parse']> }

/** Each is to have a number of its own. */
export const PORTS = [
  'httpPort',
  'httpsPort',
  'smtpPort',
  'imapPort',
  'imapsPort',
  'metricsPort',
] as const satisfies readonly SettingId[]

/** These belong to the clients, which may run in the same environment. */
export const CLIENT_NAMES: readonly string[] = ['MAYFLY_URL', 'MAYFLY_API_KEY']
