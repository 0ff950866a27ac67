import { hash, randomInt } from 'node:crypto'
import { parseAddress } from '../../domain/address.ts'
import { DomainError } from '../../domain/domain-error.ts'
import { newId } from '../../domain/ids.ts'
import { codeLetter, mayWrite, post, takenLetter } from './letters.ts'
import { requireGoodPassword } from './password-rules.ts'
import type { PeopleDeps } from './people-deps.ts'
import { type Entered, enterAs } from './sessions.ts'
import type { Visitor } from './visitor.ts'

const CODE_MS = 15 * 60_000
const MAX_TRIES = 5

export interface SignUpWish {
  readonly email: string
  readonly password: string
}

/** Null where a code has been sent: what is sent does not tell the caller whether the address is taken. */
export async function signUp(deps: PeopleDeps, wish: SignUpWish, visitor: Visitor): Promise<Entered | null> {
  requireOpenDoor(deps)
  const email = readEmail(wish.email)
  requireGoodPassword(wish.password, email)
  const password = await deps.passwords.hash(wish.password)
  if (deps.people.outbound === null) return makeAccount(deps, email, password, visitor)
  sendCode(deps, email, password).catch((error: unknown) => deps.onBackgroundError(error, 'sign-up'))
  return null
}

async function sendCode(deps: PeopleDeps, email: string, password: string): Promise<void> {
  const { people } = deps.store
  // Asked before a new code is made: who guesses at codes gets no more of them than letters.
  if (!(await mayWrite(deps, email))) return
  if (await people.userByEmail(email)) return post(deps, takenLetter(email, deps.people.baseUrl()))
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await people.keepSignUp({
    email,
    codeHash: hashCode(email, code),
    password,
    expiresAt: deps.clock.now() + CODE_MS,
  })
  post(deps, codeLetter(email, code))
}

export async function confirmSignUp(
  deps: PeopleDeps,
  wish: { readonly email: string; readonly code: string },
  visitor: Visitor,
): Promise<Entered> {
  requireOpenDoor(deps)
  const email = readEmail(wish.email)
  const codeHash = hashCode(email, wish.code.replace(/\D/g, ''))
  const password = await deps.store.people.takeSignUp(email, codeHash, deps.clock.now(), MAX_TRIES)
  if (password === null) {
    throw new DomainError(
      'invalid_credentials',
      'This code is not valid: it lasts 15 minutes and 5 tries. Sign up again for another.',
    )
  }
  return makeAccount(deps, email, password, visitor)
}

async function makeAccount(deps: PeopleDeps, email: string, password: string, visitor: Visitor): Promise<Entered> {
  const { store, clock, people } = deps
  const now = clock.now()
  const accountId = newId('acc')
  const user = { id: newId('usr'), accountId, email, role: 'owner', createdAt: now, password } as const
  const usage = { inboxCount: 0, storedBytes: 0, suspendedAt: null }
  await store.createAccount({
    account: { id: accountId, plan: people.defaultPlan, createdAt: now, ...usage },
    user,
    key: null,
  })
  return enterAs(deps, { ...user, totp: null }, visitor)
}

function requireOpenDoor({ people }: PeopleDeps): void {
  if (people.signUp === 'open') return
  throw new DomainError(
    'forbidden',
    'Sign-up is closed here. Ask the operator for an account, or a member for an invite.',
  )
}

export function readEmail(text: string): string {
  try {
    return parseAddress(text.trim()).text
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError(error.code, error.message, { faults: [{ pointer: '/email', detail: error.message }] })
  }
}

/** Together with the address, so that a code is of no use to another. */
function hashCode(email: string, code: string): Buffer {
  return hash('sha256', `${email} ${code}`, 'buffer')
}
