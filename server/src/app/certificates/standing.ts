import type { OrderedCertificate } from '../../domain/certificate-store.ts'
import { readCertificate, type ServedCertificate } from '../../lib/tls/served-certificate.ts'
import { renewalTime } from './renewal-time.ts'

/** How it stands with a certificate that is ordered. */
export interface Standing {
  readonly record: OrderedCertificate
  /** Null until there is one. */
  readonly served: ServedCertificate | null
  /** When it is to be ordered next. */
  readonly dueAt: number
}

/** `before` has read the same certificate already, perhaps. */
export function makeStanding(record: OrderedCertificate, before: Standing | undefined): Standing {
  const same = before?.served && before.served.pair.cert === record.pair?.cert
  const served = same ? before.served : record.pair && readCertificate(record.pair)
  return { record, served, dueAt: Math.max(record.nextTryAt, served ? renewalTime(served) : 0) }
}

export function blankOrder(names: readonly string[]): OrderedCertificate {
  return { names, pair: null, failures: 0, lastError: null, nextTryAt: 0 }
}

export function isFor(names: readonly string[]) {
  return ({ record }: Standing): boolean => sameNames(record.names, names)
}

export function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i])
}
