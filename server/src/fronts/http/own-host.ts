import { isIP } from 'node:net'
import { DomainError } from '../../domain/domain-error.ts'

/**
 * Against DNS rebinding: a page of a stranger's site can make a browser reach us by a name that it has pointed here, and
 * then that name is in Host. An IP address cannot be pointed elsewhere, and localhost is ours.
 */
export function requireOwnHost(host: string | undefined, baseUrl: string): void {
  const name = host === undefined ? undefined : URL.parse(`http://${host}`)?.hostname
  if (name !== undefined && (isLocal(name) || name === URL.parse(baseUrl)?.hostname)) return
  throw new DomainError('forbidden', 'The service has another name. Use its public address (MAYFLY_BASE_URL).')
}

function isLocal(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) !== 0
}
