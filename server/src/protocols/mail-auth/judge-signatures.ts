import type { DKIMVerifyResult } from 'mailauth'
import { type Dkim, type Result, type Signature, toInfo } from './auth-results.ts'
import { NOT_SIGNED, noDkim } from './nothing-checked.ts'

/** What mailauth tells of a signature, as far as it is looked at here. */
interface Verified {
  readonly signingDomain: string
  readonly selector: string
  readonly algo?: string
  readonly signingHeaders?: { readonly keys: string }
  readonly status: {
    readonly result: string
    readonly comment?: string
    readonly policy?: Readonly<Record<string, string>>
    readonly underSized?: number
  }
}

/** RFC 8601 §2.7.1 in place of mailauth's `neutral`: which of them failed the test, and which could not be put to it. */
const BY_COMMENT: Readonly<Record<string, Result>> = {
  'body hash did not verify': 'fail',
  expired: 'fail',
  'invalid expiration': 'permerror',
  'no key': 'permerror',
  'unknown key version': 'permerror',
  'unknown key type': 'permerror',
  'invalid public key': 'permerror',
}

/** The best first. One that may still pass counts for more than one that never will. */
const RANKS: readonly Result[] = ['pass', 'temperror', 'fail', 'policy', 'permerror', 'neutral']

export function judgeSignatures({ results, headers }: DKIMVerifyResult): Dkim {
  const signatures = (results as unknown as readonly Verified[])
    .filter(({ status }) => status.result !== 'none')
    .map(judge)
  const best = signatures.toSorted((a, b) => RANKS.indexOf(a.result) - RANKS.indexOf(b.result))[0]
  if (best) {
    const { result, domain, info, selector } = best
    return { result, domain, info, selector, signatures }
  }
  const isSigned = headers?.parsed.some(({ key }) => key === 'dkim-signature') === true
  if (!isSigned) return noDkim(NOT_SIGNED)
  return { ...noDkim('The signature names no algorithm, domain or selector that is known.'), result: 'permerror' }
}

function judge(verified: Verified): Signature {
  const { signingDomain: domain, selector, algo: algorithm = '' } = verified
  return { domain: domain.toLowerCase(), selector, algorithm, ...outcome(verified) }
}

function outcome({ algo, signingHeaders, status }: Verified): { result: Result; info: string | null } {
  const { comment = '', policy, underSized } = status
  const result = BY_COMMENT[comment] ?? (status.result as Result)
  // RFC 8301 §3.2: mailauth refuses keys of less than 1024 bits.
  if (policy?.['dkim-rules'] === 'weak-key') return { result: 'policy', info: 'The key has less than 1024 bits.' }
  if (result !== 'pass') return { result, info: comment === '' ? null : toInfo(comment) }
  // RFC 8301 §3.1.
  if (/sha1$/i.test(algo ?? '')) return { result: 'policy', info: 'SHA-1 proves nothing any more.' }
  // RFC 6376 §5.4.1: a signature that leaves out From says nothing about the author.
  const signed = signingHeaders?.keys.toLowerCase().split(/\s*:\s*/) ?? []
  if (!signed.includes('from')) return { result: 'permerror', info: 'From is not signed.' }
  // RFC 6376 §8.2.
  return { result, info: underSized ? `The last ${underSized} bytes of the body are not signed.` : null }
}
