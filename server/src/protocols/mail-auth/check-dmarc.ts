import { domainToASCII } from 'node:url'
import { dmarc } from 'mailauth/lib/dmarc/index.js'
import { type Dkim, type Dmarc, POLICIES, type Spf } from './auth-results.ts'
import type { Inquiry } from './inquiry.ts'
import { noDmarc } from './nothing-checked.ts'

interface Alignment {
  readonly result?: string
  readonly strict?: boolean
}

/** mailauth asks for the organisational domain also where there is none. */
const NO_ORGANISATION = '_dmarc.null'

/** RFC 7489 §6.6.2. */
export async function checkDmarc(from: readonly string[], spf: Spf, dkim: Dkim, inquiry: Inquiry): Promise<Dmarc> {
  if (from.length === 0) return noDmarc('From names nobody.')
  // RFC 7489 §6.6.1: whose policy would hold?
  if (from.length > 1) return { ...noDmarc(`From names ${from.length} addresses.`), result: 'permerror' }
  const address = from[0] as string
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1).trim())
  if (!domain.includes('.')) return noDmarc('From names no domain.')
  const spfDomains = spf.result === 'pass' && spf.domain !== null ? [spf.domain] : []
  const dkimDomains = dkim.signatures.flatMap((one) =>
    one.result === 'pass' && one.domain !== null ? [one.domain] : [],
  )
  const found = await dmarc({
    headerFrom: `@${domain}`,
    spfDomains,
    dkimDomains: dkimDomains.map((signer) => ({ domain: signer })),
    resolver: (name, type) => inquiry.ask(name === NO_ORGANISATION ? '' : name, type),
  })
  if (!found || found.status.result === 'temperror') {
    return { ...noDmarc('The policy could not be asked for.'), domain, result: 'temperror' }
  }
  if (found.status.result === 'none') return { ...noDmarc('The domain publishes no policy.'), domain }
  const { alignment, policy } = found as { alignment?: Record<'spf' | 'dkim', Alignment>; policy?: string }
  const aligned = [
    ...(isAligned(alignment?.spf, spfDomains, domain) ? (['spf'] as const) : []),
    ...(isAligned(alignment?.dkim, dkimDomains, domain) ? (['dkim'] as const) : []),
  ]
  const result = aligned.length > 0 ? 'pass' : mayPassLater(spf, dkim) ? 'temperror' : 'fail'
  return {
    result,
    domain,
    info: null,
    policy: POLICIES.find((one) => one === policy?.toLowerCase().trim()) ?? null,
    aligned,
  }
}

/** RFC 7489 §3.1: what mailauth finds in relaxed mode must be the same name in strict mode. */
function isAligned(alignment: Alignment | undefined, passed: readonly string[], domain: string): boolean {
  return alignment?.strict === true ? passed.includes(domain) : Boolean(alignment?.result)
}

function mayPassLater(spf: Spf, dkim: Dkim): boolean {
  return [spf, ...dkim.signatures].some(({ result }) => result === 'temperror')
}
