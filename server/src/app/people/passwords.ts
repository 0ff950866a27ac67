import { DomainError } from '../../domain/domain-error.ts'
import type { Store } from '../../domain/ports.ts'
import { newToken, tokenHash } from '../../domain/token.ts'
import type { UserPrincipal } from '../owners.ts'
import { actorOf, makeNote } from './audit.ts'
import { mayWrite, post, resetLetter } from './letters.ts'
import { requireGoodPassword } from './password-rules.ts'
import type { PeopleDeps } from './people-deps.ts'
import { requirePassword } from './require-password.ts'
import { type Visitor, visitingUser } from './visitor.ts'

const RESET_MS = 3_600_000

/** Ends the user's other sessions: whoever had the old password is out. */
export async function changePassword(
  deps: PeopleDeps,
  principal: UserPrincipal,
  wish: { readonly current: string | undefined; readonly wanted: string },
): Promise<void> {
  const { user, session } = principal
  requireGoodPassword(wish.wanted, user.email, '/new_password')
  await requirePassword(deps, principal, wish.current)
  const note = makeNote(deps.clock.now(), actorOf(principal), 'password.change', user.id, null)
  await deps.store.people.setPassword(user.id, await deps.passwords.hash(wish.wanted), session.id, note)
}

/** Whoever asks hears the same at once, whether there is such a user or not. */
export function forgotPassword(deps: PeopleDeps, email: string): void {
  sendReset(deps, email.trim().toLowerCase()).catch((error: unknown) => deps.onBackgroundError(error, 'password reset'))
}

async function sendReset(deps: PeopleDeps, email: string): Promise<void> {
  const user = deps.people.outbound && (await deps.store.people.userByEmail(email))
  if (!user || !(await mayWrite(deps, user.email))) return
  const token = await makeResetToken(deps.store, deps.clock.now(), user.id)
  post(deps, resetLetter(user.email, resetUrl(deps.people.baseUrl(), token)))
}

/** Works once, and for an hour. */
export async function makeResetToken(store: Store, now: number, userId: string): Promise<string> {
  const token = newToken()
  const hash = tokenHash(token) as Buffer
  await store.people.createLink({ hash, kind: 'reset', userId, expiresAt: now + RESET_MS })
  return token
}

/** In the fragment, which no browser sends and no server logs. */
export function resetUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/reset#token=${token}`
}

/** Ends every session of the user. Answers with their account. */
export async function resetPassword(
  deps: PeopleDeps,
  wish: { readonly token: string; readonly password: string },
  visitor: Visitor,
): Promise<string> {
  // Before the link is used up: who is sent back to choose another password needs it again.
  requireGoodPassword(wish.password, '', '/new_password')
  const hash = tokenHash(wish.token)
  const now = deps.clock.now()
  const userId = hash && (await deps.store.people.takeLink(hash, 'reset', now))
  const user = userId && (await deps.store.people.user(userId))
  if (!user) throw new DomainError('invalid_credentials', 'This link is not valid: it works once, and for an hour.')
  const password = await deps.passwords.hash(wish.password)
  const note = makeNote(now, visitingUser(visitor, user), 'password.reset', user.id, null)
  await deps.store.people.setPassword(user.id, password, null, note)
  return user.accountId
}
