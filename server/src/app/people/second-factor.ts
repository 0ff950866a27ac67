import { hash, randomBytes } from 'node:crypto'
import { DomainError } from '../../domain/domain-error.ts'
import type { UserRecord } from '../../domain/people-store.ts'
import type { UserPrincipal } from '../owners.ts'
import { actorOf, makeNote } from './audit.ts'
import type { PeopleDeps } from './people-deps.ts'
import { requirePassword } from './require-password.ts'
import { newTotpSecret, otpauthUrl, stepOfCode } from './totp.ts'
import { type Visitor, visitingUser } from './visitor.ts'

const ISSUER = 'Mayfly'
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10

export interface TotpProposal {
  readonly secret: string
  readonly otpauth_url: string
}

/** Counts for nothing until a first code has been shown. */
export async function proposeTotp({ store }: PeopleDeps, { user }: UserPrincipal): Promise<TotpProposal> {
  if ((await store.people.user(user.id))?.totp?.confirmed) {
    throw new DomainError('conflict', 'You have a second factor already. Take it away before you make another.')
  }
  const secret = newTotpSecret()
  await store.people.proposeTotp(user.id, secret)
  return { secret, otpauth_url: otpauthUrl(secret, ISSUER, user.email) }
}

/** The recovery codes, to be shown once. */
export async function confirmTotp(
  { store, clock, brake }: PeopleDeps,
  principal: UserPrincipal,
  code: string,
): Promise<readonly string[]> {
  const now = clock.now()
  const from = principal.address ?? principal.session.address
  brake.check(principal.user.email, from)
  const totp = (await store.people.user(principal.user.id))?.totp
  if (!totp || totp.confirmed) throw new DomainError('conflict', 'There is nothing to confirm. Ask for a secret first.')
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const step = stepOfCode(totp.secret, code, now)
  const note = makeNote(now, actorOf(principal), 'totp.on', principal.user.id, null)
  if (step !== null && (await store.people.confirmTotp(principal.user.id, step, codes.map(hashRecoveryCode), note))) {
    return codes
  }
  brake.failed(principal.user.email, from)
  const detail = 'is not the code of this moment: check the clock of your device, and try the next one'
  throw new DomainError('invalid_request', `The code ${detail}.`, { faults: [{ pointer: '/code', detail }] })
}

export async function removeTotp(
  deps: PeopleDeps,
  principal: UserPrincipal,
  password: string | undefined,
): Promise<void> {
  await requirePassword(deps, principal, password)
  const note = makeNote(deps.clock.now(), actorOf(principal), 'totp.off', principal.user.id, null)
  await deps.store.people.removeTotp(principal.user.id, note)
}

/** A code works once, be it of an authenticator or of the list. */
export async function showsSecondFactor(
  { store, clock }: PeopleDeps,
  user: UserRecord,
  shown: { readonly totp: string | undefined; readonly recoveryCode: string | undefined },
  visitor: Visitor,
): Promise<boolean> {
  const now = clock.now()
  if (shown.totp !== undefined) {
    const step = user.totp && stepOfCode(user.totp.secret, shown.totp, now)
    return step !== null && (await store.people.useTotpStep(user.id, step))
  }
  const note = makeNote(now, visitingUser(visitor, user), 'totp.recovery_code', user.id, 'A recovery code was used.')
  return store.people.useRecoveryCode(user.id, hashRecoveryCode(shown.recoveryCode ?? ''), note)
}

/** 80 bits in four groups: hashing them once is enough. */
function newRecoveryCode(): string {
  return (randomBytes(RECOVERY_BYTES).toString('hex').match(/.{5}/g) ?? []).join('-')
}

function hashRecoveryCode(code: string): Buffer {
  return hash('sha256', code.toLowerCase().replace(/[^0-9a-f]/g, ''), 'buffer')
}
