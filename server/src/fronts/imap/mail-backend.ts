import type { Mail } from '../../app/mail.ts'
import { DomainError } from '../../domain/domain-error.ts'
import { type Backend, type Credentials, Refusal } from '../../protocols/imap/session.ts'
import type { LogInBrake } from './log-in-brake.ts'
import { OpenAccount } from './open-account.ts'
import { orRefuse } from './refusals.ts'

/** What must be known of a log-in that holds, to end it when its key is revoked. */
export interface Entrance {
  readonly keyId: string
  readonly secret: string
}

/** Who wants to log in. */
export interface Caller {
  readonly address: string
  /** The connection is gone: nobody waits for an answer. */
  readonly gone: AbortSignal
  enter(entrance: Entrance): void
}

/** Log-in with an inbox address or a sign-in e-mail, and a key for password. */
export class MailBackend implements Backend {
  readonly #mail: Mail
  readonly #brake: LogInBrake
  readonly #caller: Caller

  constructor(mail: Mail, brake: LogInBrake, caller: Caller) {
    this.#mail = mail
    this.#brake = brake
    this.#caller = caller
  }

  async login({ user, secret }: Credentials): Promise<OpenAccount> {
    const mail = this.#mail
    // The names under which failures are remembered.
    const [place, name] = [`from ${this.#caller.address}`, `as ${user.toLowerCase()}`] as const
    try {
      const principal = await mail.authenticate(secret)
      const access = await orRefuse(mail.mailboxes.enter(principal, user), {
        forbidden: 'AUTHORIZATIONFAILED',
        invalid_address: 'AUTHENTICATIONFAILED',
      })
      // What else failed from here is not forgotten: a key of one's own must not buy guesses at another's.
      this.#brake.release([name])
      this.#caller.enter({ keyId: principal.key.id, secret })
      return new OpenAccount(mail.mailboxes, access)
    } catch (error) {
      if (isTheirFault(error)) await this.#brake.hold([place, name], this.#caller.gone)
      throw error instanceof DomainError ? failedLogIn(error) : error
    }
  }
}

/** A store that does not answer says nothing about who asks. */
function isTheirFault(error: unknown): boolean {
  if (!(error instanceof DomainError || error instanceof Refusal)) return false
  return error.code !== 'unavailable' && error.code !== 'UNAVAILABLE'
}

/** One sentence for all that is wrong with a key: it tells nobody which part was right. */
function failedLogIn({ code, message }: DomainError): Refusal {
  if (code === 'unavailable') return new Refusal('UNAVAILABLE', message)
  return new Refusal(
    'AUTHENTICATIONFAILED',
    'Log in with an inbox address or your sign-in e-mail, and an API key as the password',
  )
}
