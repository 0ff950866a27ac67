import { DomainError } from '../../domain/domain-error.ts'

/** Also for what belongs to another account. */
export function notThere(what: string): DomainError {
  return new DomainError('not_found', `There is no such ${what}.`)
}
