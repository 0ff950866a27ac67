import { DomainError } from '../../domain/domain-error.ts'
import type { UserPrincipal } from '../owners.ts'
import type { PeopleDeps } from './people-deps.ts'

/** For what must not be done by whoever finds an open browser. Whoever has no password yet has nothing to show. */
export async function requirePassword(
  { brake, passwords }: PeopleDeps,
  { user, session, address }: UserPrincipal,
  password: string | undefined,
): Promise<void> {
  if (user.password === null) return
  const from = address ?? session.address
  brake.check(user.email, from)
  if (await passwords.verify(password ?? '', user.password)) return
  brake.failed(user.email, from)
  throw new DomainError('invalid_credentials', 'This is not your password.')
}
