import type { Settings } from '../settings.ts'

/** The first for which a certificate is ordered. */
export function certifiedName({ acmeDomains }: Settings): string | null {
  return acmeDomains?.find((name) => !name.startsWith('*.')) ?? null
}
