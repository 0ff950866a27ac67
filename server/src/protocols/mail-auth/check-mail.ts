import type { Origin, Results } from './auth-results.ts'
import { checkDmarc } from './check-dmarc.ts'
import { checkSpf } from './check-spf.ts'
import { exemption } from './exemption.ts'
import { Inquiry } from './inquiry.ts'
import type { Resolve } from './name-servers.ts'
import { NOTHING_TO_ALIGN, noDmarc } from './nothing-checked.ts'
import { verifySignatures } from './verify-signatures.ts'

export interface CheckOptions {
  /** Whether SPF is asked about peers on loopback and in private networks too. */
  readonly privatePeers: boolean
  readonly resolve: Resolve
  /** For all questions and for reading the body. */
  readonly timeoutMs: number
}

/** Whether a mail is from whom it says it is from. `raw` is its source with the trace lines that we put on top. */
export async function checkMail(raw: Uint8Array, origin: Origin, options: CheckOptions): Promise<Results> {
  const { privatePeers, resolve, timeoutMs } = options
  const inquiry = new Inquiry(resolve, performance.now() + timeoutMs)
  const [spf, { dkim, arc, from }] = await Promise.all([
    checkSpf(origin, inquiry, privatePeers),
    verifySignatures(raw, inquiry),
  ])
  if (dkim.result === 'none' && exemption(origin, privatePeers) !== null) {
    return { spf, dkim, dmarc: noDmarc(NOTHING_TO_ALIGN), arc }
  }
  if (from === null) return { spf, dkim, dmarc: { ...noDmarc(dkim.info ?? ''), result: dkim.result }, arc }
  return { spf, dkim, dmarc: await checkDmarc(from, spf, dkim, inquiry), arc }
}
