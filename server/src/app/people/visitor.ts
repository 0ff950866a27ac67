import type { AuditActor } from '../../domain/people-store.ts'

/** Somebody who has not signed in yet: from where, and with what. */
export interface Visitor {
  readonly address: string
  readonly userAgent: string
}

/** Whoever shows a secret of theirs is them, though they have not signed in. */
export function visitingUser(visitor: Visitor, user: { readonly id: string; readonly email: string }): AuditActor {
  return { userId: user.id, email: user.email, keyId: null, address: visitor.address }
}
