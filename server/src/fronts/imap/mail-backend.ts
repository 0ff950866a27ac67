import { setTimeout as pause } from 'node:timers/promises'
import type { Mail } from '../../app/mail.ts'
import { DomainError } from '../../domain/domain-error.ts'
import { type Backend, type Credentials, Refusal } from '../../protocols/imap/session.ts'
import type { LogInBrake } from './log-in-brake.ts'
import { OpenAccount } from './open-account.ts'
import { orRefuse } from './refusals.ts'

/** What must be known of a log-in that holds, to end it when its key is revoked. */
export interface Entrance {
  readonly keyId: string
  /** Rejects once the key is no longer good. */
  check(): Promise<unknown>
}

interface BackendOptions {
  readonly mail: Mail
  readonly brake: LogInBrake
  readonly address: string
  /** The connection is gone: nobody waits for an answer. */
  readonly signal: AbortSignal
  onEnter(entrance: Entrance): void
}

/** The names under which failures are remembered. */
function brakeKeys({ address }: BackendOptions, { user }: Credentials): string[] {
  return [`from ${address}`, `as ${user.toLowerCase()}`]
}

/** Log-in with an inbox address or a sign-in e-mail, and a key for password. */
export function mailBackend(options: BackendOptions): Backend {
  const { mail, brake } = options
  return {
    async login(credentials) {
      try {
        const principal = await mail.authenticate(credentials.secret)
        const access = await orRefuse(mail.mailboxes.enter(principal, credentials.user), {
          forbidden: 'AUTHORIZATIONFAILED',
          invalid_address: 'AUTHENTICATIONFAILED',
        })
        brake.succeeded(...brakeKeys(options, credentials))
        options.onEnter({ keyId: principal.key.id, check: () => mail.authenticate(credentials.secret) })
        return new OpenAccount(mail.mailboxes, access)
      } catch (error) {
        await slowDown(options, credentials, error)
        throw error instanceof DomainError ? failedLogIn(error) : error
      }
    },
  }
}

async function slowDown(options: BackendOptions, credentials: Credentials, error: unknown): Promise<void> {
  if (!(error instanceof DomainError || error instanceof Refusal)) return
  const ms = options.brake.failed(...brakeKeys(options, credentials))
  await pause(ms, undefined, { signal: options.signal }).catch(() => undefined)
}

/** One sentence for all that is wrong with a key: it tells nobody which part was right. */
function failedLogIn({ code, message }: DomainError): Refusal {
  if (code === 'unavailable') return new Refusal('UNAVAILABLE', message)
  return new Refusal(
    'AUTHENTICATIONFAILED',
    'Log in with an inbox address or your sign-in e-mail, and an API key as the password',
  )
}
