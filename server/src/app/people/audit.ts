import { newId } from '../../domain/ids.ts'
import type { AuditActor, AuditNote } from '../../domain/people-store.ts'
import type { Deps } from '../deps.ts'
import type { Principal } from '../owners.ts'

/** A command on the server: whoever can run it is the operator. */
export const NOBODY: AuditActor = { userId: null, email: null, keyId: null, address: null }

export function actorOf({ user, key, address }: Principal): AuditActor {
  return { userId: user?.id ?? null, email: user?.email ?? null, keyId: key?.id ?? null, address }
}

/** One line of the log of who changed what. Never give it a secret. */
export function makeNote(
  at: number,
  actor: AuditActor,
  action: string,
  target: string | null,
  detail: string | null,
): AuditNote {
  return { id: newId('aud'), at, actor, action, target, detail }
}

export interface AuditPage {
  readonly notes: readonly AuditNote[]
  /** The id to continue after, where there is more. */
  readonly next: string | null
}

/** Newest first. */
export async function readAudit(
  { store }: Deps,
  { account }: Principal,
  after: string | null,
  limit: number,
): Promise<AuditPage> {
  const found = await store.people.auditLog(account.id, after, limit + 1)
  const notes = found.slice(0, limit)
  return { notes, next: found.length > limit ? (notes.at(-1)?.id ?? null) : null }
}
