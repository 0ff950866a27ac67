import { randomBytes } from 'node:crypto'
import type { User } from '../../domain/account.ts'
import { newId } from '../../domain/ids.ts'
import type { AuditNote, Invite, NewUser, Session } from '../../domain/people-store.ts'
import type { PlanName } from '../../domain/plan.ts'
import type { Store } from '../../domain/ports.ts'
import { HOUR, newAccount, T0 } from './scene.ts'

export function newHash(): Uint8Array {
  return new Uint8Array(randomBytes(32))
}

export function note(action: string, at = T0): AuditNote {
  const actor = { userId: newId('usr'), email: 'ann@owner.test', keyId: null, address: '192.0.2.1' }
  return { id: newId('aud'), at, actor, action, target: 'it', detail: null }
}

/** An owner whose account is in the store. */
export async function ownerIn(store: Store, email = 'ann@owner.test', plan: PlanName = 'team'): Promise<User> {
  const made = newAccount({ email, plan })
  await store.createAccount(made)
  return made.user
}

export function newUser(accountId: string, email: string): NewUser {
  return { id: newId('usr'), accountId, email, role: 'member', createdAt: T0, password: '$phc' }
}

export function newInvite(accountId: string, options: Partial<Invite> = {}): Invite {
  const dates = { createdAt: T0, expiresAt: T0 + HOUR }
  return { id: newId('inv'), accountId, role: 'member', email: null, ...dates, ...options }
}

/** Somebody who has joined by an invite. */
export async function memberIn(store: Store, accountId: string, email: string, role: User['role'] = 'member') {
  const hash = newHash()
  await store.people.createInvite(newInvite(accountId, { role }), hash, 100, note('invite.create'))
  const user = newUser(accountId, email)
  await store.people.acceptInvite(hash, user, 100, note('member.join'))
  return user
}

export async function sessionOf(store: Store, userId: string, options: Partial<Session> = {}) {
  const dates = { createdAt: T0, lastSeenAt: T0, expiresAt: T0 + HOUR }
  const place = { address: '192.0.2.1', userAgent: 'Zoë 🦋' }
  const session: Session = { id: newId('ses'), userId, ...dates, ...place, ...options }
  const hash = newHash()
  await store.people.createSession(session, hash)
  return { session, hash }
}

export async function actions(store: Store, accountId: string): Promise<string[]> {
  return (await store.people.auditLog(accountId, null, 100)).map((line) => line.action)
}
