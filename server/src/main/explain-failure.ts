import { DomainError } from '../domain/domain-error.ts'
import { examineSettings, type Settings } from './settings.ts'
import { SettingsError } from './settings-error.ts'
import { PORTS, SETTINGS } from './settings-table.ts'
import { Unusable } from './unusable.ts'
import { UsageError } from './usage-error.ts'

/** What the operator reads on standard error: what is wrong and what to do, without a stack. */
export function explainFailure(error: unknown, settings: Settings = examineSettings().settings): string {
  const expected = explainExpected(error, settings)
  if (expected !== null) return expected
  const message = firstLine(error instanceof Error ? error.message : String(error))
  const verbose = settings.logLevel === 'debug' || settings.logLevel === 'trace'
  const stack = verbose && error instanceof Error ? `\n${error.stack}` : ''
  const hint = verbose ? '' : ' Set MAYFLY_LOG_LEVEL=debug to see where it happened.'
  return `${sentence(message)} This is a bug in Mayfly; please report it.${hint}${stack}`
}

/** Null for what nobody foresaw. */
export function explainExpected(error: unknown, settings: Settings): string | null {
  if (error instanceof DomainError || error instanceof Unusable) return error.message
  if (error instanceof SettingsError || error instanceof UsageError) return error.message
  // By name: whoever only asks for the settings need not load a database for this.
  if (error instanceof Error && error.name === 'StoreUnusable') return error.message
  if (!isSystemError(error)) return null
  return error.syscall === 'listen' || error.syscall === 'getaddrinfo'
    ? explainListening(error, settings)
    : explainFiles(error, settings)
}

interface SystemError extends NodeJS.ErrnoException {
  readonly address?: string
  readonly port?: number
}

function explainListening(error: SystemError, settings: Settings): string | null {
  const { code, address = settings.host, port = 0 } = error
  const setting = portSetting(port, settings)
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${address} is in use, perhaps by another mayflyd. Stop it, or set ${setting} (0 takes a free one).`
    case 'EACCES':
      return `Port ${port} on ${address} may not be opened by this user. Set ${setting} to 1024 or more, or run mayflyd with the right to open low ports (CAP_NET_BIND_SERVICE).`
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
    case 'EINVAL':
      return `${settings.host} is not an address of this machine. Set MAYFLY_HOST to one that is; 127.0.0.1 always works.`
    default:
      return null
  }
}

function portSetting(port: number, settings: Settings): string {
  for (const id of PORTS) {
    if (settings[id] === port) return SETTINGS[id].name
  }
  return 'another port'
}

function explainFiles({ code, path }: SystemError, { dataDir }: Settings): string | null {
  const place = path ?? dataDir
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${place} is full. Free some space and try again.`
    case 'EACCES':
    case 'EPERM':
      return `${place} may not be used by this user. Give them the right to read and write it.`
    case 'EROFS':
      return `${place} is on a read-only disk. Make it writable, or choose another place.`
    case 'EMFILE':
    case 'ENFILE':
      return 'Too many files are open. Raise the limit (ulimit -n) and start again.'
    default:
      return null
  }
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'code' in error && 'syscall' in error
}

/** What comes from another thread may carry its stack in the message. */
function firstLine(text: string): string {
  return (text.split('\n', 1)[0] as string).replace(/^Error: /, '')
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
