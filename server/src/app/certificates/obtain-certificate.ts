import {
  type CertificateAuthority,
  type Challenge,
  type ChallengeDesk,
  type ChallengeMethod,
  OrderFailure,
} from '../../domain/certificate-authority.ts'
import type { AuthorityAccount, CertificateStore } from '../../domain/certificate-store.ts'
import type { Clock } from '../../domain/ports.ts'
import { type CertificatePair, readCertificate } from '../../lib/tls/served-certificate.ts'

export interface WantedCertificate {
  readonly names: readonly string[]
  readonly method: ChallengeMethod
}

export interface OrderDeps {
  readonly store: CertificateStore
  readonly authority: CertificateAuthority
  readonly clock: Clock
  /** Puts a record into DNS, or takes it out. */
  readonly dns: ChallengeDesk
  /** Told of a record that could not be taken out: it does no harm, but somebody may want to. */
  readonly onLeftBehind: (error: unknown) => void
}

const CHALLENGE_MS = 60 * 60_000

/** Throws an OrderFailure where there is none to be had now. */
export async function obtainCertificate(
  deps: OrderDeps,
  { names, method }: WantedCertificate,
  signal: AbortSignal,
): Promise<CertificatePair> {
  const { authority, store } = deps
  const account = await openAccount(deps, signal)
  try {
    const pair = await authority.order({ names, method, account, desk: makeDesk(deps) }, signal)
    requireNames(pair, names)
    return pair
  } catch (error) {
    // The next try makes a new one.
    if (error instanceof OrderFailure && error.accountGone) await store.saveAccount(authority.directory, null)
    throw error
  }
}

/** Kept before anything is ordered with it: authorities count new accounts, too. */
async function openAccount({ authority, store }: OrderDeps, signal: AbortSignal): Promise<AuthorityAccount> {
  const known = await store.account(authority.directory)
  if (known) return known
  const account = await authority.register(signal)
  await store.saveAccount(authority.directory, account)
  return account
}

/** What is to be read over HTTP is kept in the store: the authority may ask any of the nodes. */
function makeDesk({ store, clock, dns, onLeftBehind }: OrderDeps): ChallengeDesk {
  return {
    async show(challenge: Challenge) {
      if (challenge.method === 'dns-01') return dns.show(challenge)
      const now = clock.now()
      await store.putChallenge(challenge.token, challenge.answer, now, now + CHALLENGE_MS)
    },
    async clear(challenge: Challenge) {
      if (challenge.method === 'dns-01') return dns.clear(challenge).catch(onLeftBehind)
      await store.dropChallenge(challenge.token)
    },
  }
}

/** What an authority sends is only served where it is what we asked for. */
function requireNames(pair: CertificatePair, names: readonly string[]): void {
  const found = namesOf(pair)
  const missing = names.filter((name) => !found.includes(name))
  if (missing.length > 0) throw new OrderFailure(`The authority sent a certificate without ${missing.join(', ')}.`)
}

function namesOf(pair: CertificatePair): readonly string[] {
  try {
    return readCertificate(pair).names
  } catch (error) {
    const why = (error as Error).message
    throw new OrderFailure(`The authority sent a certificate that does not work (${why}).`, { cause: error })
  }
}
