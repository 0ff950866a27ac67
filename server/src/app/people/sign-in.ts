import { DomainError } from '../../domain/domain-error.ts'
import type { UserRecord } from '../../domain/people-store.ts'
import { tokenHash } from '../../domain/token.ts'
import type { PeopleDeps } from './people-deps.ts'
import { showsSecondFactor } from './second-factor.ts'
import { type Entered, enterAs } from './sessions.ts'
import type { Visitor } from './visitor.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly totp?: string | undefined
  readonly recoveryCode?: string | undefined
}

/** Who is unknown and who is wrong get the same answer after the same work. */
export async function signIn(deps: PeopleDeps, credentials: Credentials, visitor: Visitor): Promise<Entered> {
  const email = credentials.email.trim().toLowerCase()
  deps.brake.check(email, visitor.address)
  const user = await deps.store.people.userByEmail(email)
  const right = await deps.passwords.verify(credentials.password, user?.password ?? null)
  if (!user || !right) throw fail(deps, email, visitor)
  if (user.totp?.confirmed) await requireSecondFactor(deps, user, credentials, visitor)
  deps.brake.succeeded(email, visitor.address)
  return enterAs(deps, user, visitor)
}

async function requireSecondFactor(
  deps: PeopleDeps,
  user: UserRecord,
  { totp, recoveryCode }: Credentials,
  visitor: Visitor,
): Promise<void> {
  if (totp === undefined && recoveryCode === undefined) {
    throw new DomainError(
      'totp_required',
      'Send the code of your authenticator as totp, or one of your recovery codes.',
    )
  }
  if (await showsSecondFactor(deps, user, { totp, recoveryCode }, visitor)) return
  throw fail(deps, user.email, visitor)
}

function fail({ brake }: PeopleDeps, email: string, { address }: Visitor): DomainError {
  brake.failed(email, address)
  return invalidCredentials()
}

export function invalidCredentials(): DomainError {
  return new DomainError(
    'invalid_credentials',
    'These do not belong together. Check the e-mail, the password and the code.',
  )
}

/** By a link that works once. */
export async function signInByLink(deps: PeopleDeps, token: string, visitor: Visitor): Promise<Entered> {
  const hash = tokenHash(token)
  const userId = hash && (await deps.store.people.takeLink(hash, 'sign_in', deps.clock.now()))
  const user = userId && (await deps.store.people.user(userId))
  if (!user) throw new DomainError('invalid_credentials', 'This link is not valid: it works once, and for a day.')
  return enterAs(deps, user, visitor)
}
