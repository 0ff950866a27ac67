import { hostname } from 'node:os'
import { normaliseDomain } from '../domain/address.ts'
import { DEFAULT_PLANS, PLAN_NAMES, type PlanTable } from '../domain/plan.ts'
import { didYouMean } from './closest-match.ts'
import { readPlansFile } from './plans-file.ts'
import { Unexpected } from './setting-parsers.ts'
import { SettingsError } from './settings-error.ts'
import { CLIENT_NAMES, type ParsedSettings, PORTS, SETTINGS, type Setting, type SettingId } from './settings-table.ts'

export interface Settings extends Omit<ParsedSettings, 'smtpHostname' | 'mxHost' | 'smtpMaxMessageBytes'> {
  readonly plans: PlanTable
  readonly smtpHostname: string
  readonly mxHost: string
  readonly smtpMaxMessageBytes: number
}

type Environment = Readonly<Record<string, string | undefined>>

export interface SettingsReading {
  readonly settings: Settings
  /** Where there are some, the settings in question have their defaults. */
  readonly problems: readonly string[]
}

/** The settings of this process. Throws a SettingsError that lists every problem at once. */
export function readSettings(env: Environment = process.env): Settings {
  const { settings, problems } = examineSettings(env)
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}

/** The only function that reads the environment. */
export function examineSettings(env: Environment = process.env): SettingsReading {
  const problems = unknownNames(env)
  const parsed = parseAll(env, problems)
  problems.push(...certificateProblems(parsed))
  if (parsed.outboundFrom !== null && parsed.outboundSmtpUrl === null) {
    problems.push('MAYFLY_OUTBOUND_FROM is the sender of mail that nobody sends. Set MAYFLY_OUTBOUND_SMTP_URL too.')
  }
  problems.push(...portsTwice(parsed))
  const reading = parsed.plansFile === null ? { plans: DEFAULT_PLANS, problems: [] } : readPlansFile(parsed.plansFile)
  problems.push(...reading.problems)
  const { plans } = reading
  const smtpHostname = parsed.smtpHostname ?? parsed.domains.names[0] ?? normaliseDomain(hostname()) ?? 'localhost'
  const settings: Settings = Object.freeze({
    ...parsed,
    plans,
    smtpHostname,
    mxHost: parsed.mxHost ?? smtpHostname,
    smtpMaxMessageBytes: parsed.smtpMaxMessageBytes ?? Math.max(...PLAN_NAMES.map((name) => plans[name].message_bytes)),
  })
  return { settings, problems }
}

/** What the environment says, as it is written there; null where the default holds. An empty value is none. */
export function givenText(setting: Setting<unknown>, env: Environment = process.env): string | null {
  return env[setting.name]?.trim() || null
}

function parseAll(env: Environment, problems: string[]): ParsedSettings {
  const parsed: Partial<Record<SettingId, unknown>> = {}
  for (const [id, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const given = givenText(setting, env)
    const fallback = setting.default === null ? null : setting.parse(setting.default)
    parsed[id as SettingId] = given === null ? fallback : parseOne(setting, given, problems, fallback)
  }
  return parsed as ParsedSettings
}

function parseOne(setting: Setting<unknown>, given: string, problems: string[], fallback: unknown): unknown {
  try {
    return setting.parse(given)
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error
    const value = setting.secret ? 'not valid' : JSON.stringify(given)
    problems.push(`${setting.name} is ${value}. Expected ${error.message}`)
    return fallback
  }
}

function unknownNames(env: Environment): string[] {
  const known = Object.values<Setting<unknown>>(SETTINGS).map((setting) => setting.name as string)
  return Object.keys(env)
    .filter((name) => name.startsWith('MAYFLY_') && !known.includes(name) && !CLIENT_NAMES.includes(name))
    .map((name) => `${name} is no setting of Mayfly.${didYouMean(name, known)}`)
}

function certificateProblems(parsed: ParsedSettings): string[] {
  const { tlsCertFiles, tlsKeyFiles, acmeDomains, acmeDnsHook, proxyProtocol, trustedProxies } = parsed
  const problems: string[] = []
  if (tlsCertFiles?.length !== tlsKeyFiles?.length) {
    problems.push('MAYFLY_TLS_CERT_FILE and MAYFLY_TLS_KEY_FILE go together. Set both, with as many files, or neither.')
  }
  if (acmeDnsHook === null && acmeDomains?.some((name) => name.startsWith('*.'))) {
    problems.push('MAYFLY_ACME_DOMAINS has an asterisk, which only DNS can prove. Set MAYFLY_ACME_DNS_HOOK too.')
  }
  if (proxyProtocol !== null && trustedProxies === null) {
    problems.push('MAYFLY_PROXY_PROTOCOL needs to know whom to believe. Set MAYFLY_TRUSTED_PROXIES too.')
  }
  return problems
}

function portsTwice(parsed: ParsedSettings): string[] {
  const seen = new Map<number, string>()
  const problems: string[] = []
  for (const id of PORTS) {
    const port = parsed[id]
    const { name } = SETTINGS[id]
    const other = seen.get(port ?? 0)
    if (other) problems.push(`${other} and ${name} are both ${port}. Give each its own port.`)
    if (port) seen.set(port, name)
  }
  return problems
}
