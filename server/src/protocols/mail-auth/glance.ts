import type { Origin, Results } from './auth-results.ts'
import { exemption } from './exemption.ts'
import { NOT_SEALED, NOT_SIGNED, NOTHING_TO_ALIGN, noArc, noDkim, noDmarc, noSpf } from './nothing-checked.ts'

const SIGNATURES = /^(?:dkim-signature|arc-(?:seal|message-signature|authentication-results))$/i

/** The results of a mail about which there is nobody to ask; null where there is. Needs none of mailauth. */
export function glance(
  origin: Origin,
  headers: readonly { readonly name: string }[],
  privatePeers: boolean,
): Results | null {
  const reason = exemption(origin, privatePeers)
  if (reason === null || headers.some(({ name }) => SIGNATURES.test(name))) return null
  return {
    spf: noSpf(origin, reason),
    dkim: noDkim(NOT_SIGNED),
    dmarc: noDmarc(NOTHING_TO_ALIGN),
    arc: noArc(NOT_SEALED),
  }
}
