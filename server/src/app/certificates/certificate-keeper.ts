import { OrderFailure } from '../../domain/certificate-authority.ts'
import type { Store } from '../../domain/ports.ts'
import { runWithin } from '../../lib/run-within.ts'
import { readCertificate, type ServedCertificate } from '../../lib/tls/served-certificate.ts'
import { type OrderDeps, obtainCertificate, type WantedCertificate } from './obtain-certificate.ts'
import { backOff, renewalTime } from './renewal-time.ts'
import { blankOrder, isFor, makeStanding, type Standing, sameNames } from './standing.ts'

export interface KeeperDeps extends OrderDeps {
  /** Only one of those that share the store orders at a time. */
  readonly leases: Pick<Store, 'takeLease' | 'endLease'>
  /** This process, among them. */
  readonly holder: string
  readonly wanted: () => Promise<readonly WantedCertificate[]>
  /** Told of all that can be served, the standard one first, whenever it has looked. */
  readonly publish: (certificates: readonly ServedCertificate[]) => void
  readonly random: () => number
  readonly onIssued: (names: readonly string[], notAfter: number) => void
  readonly onFailed: (names: readonly string[], error: OrderFailure, nextTryAt: number) => void
}

/** Between looks at what the other nodes have done. */
const LOOK_MS = 60_000
const SHORTEST_LOOK_MS = 1_000
/** While another node orders what we are waiting for. */
const BUSY_MS = 5_000
/** One order, with everything that the authority takes its time for. */
const ORDER_MS = 5 * 60_000
const LEASE = 'certificate orders'
const LEASE_MS = ORDER_MS + 60_000

/** Sees to it that there are certificates for the names that are wanted, and that they are renewed in time. */
export class CertificateKeeper {
  readonly #deps: KeeperDeps
  #standings: readonly Standing[] = []

  constructor(deps: KeeperDeps) {
    this.#deps = deps
  }

  get standings(): readonly Standing[] {
    return this.#standings
  }

  /** What the authority is to hear; null for a token that is not ours. */
  challenge(token: string): Promise<string | null> {
    return this.#deps.store.challenge(token, this.#deps.clock.now())
  }

  /** Serves what is in the store already. */
  async open(): Promise<void> {
    await this.#read(await this.#deps.wanted())
  }

  /** Does what is due. Gives the milliseconds until the next look. */
  async look(signal: AbortSignal): Promise<number> {
    const wanted = await this.#deps.wanted()
    await this.#forgetUnwanted(wanted)
    await this.#read(wanted)
    if (this.#due(wanted).length > 0) await this.#orderWhatIsDue(wanted, signal)
    if (this.#due(wanted).length > 0) return BUSY_MS
    const next = Math.min(...wanted.map(({ names }) => this.#dueAt(names))) - this.#deps.clock.now()
    return Math.min(LOOK_MS, Math.max(SHORTEST_LOOK_MS, next))
  }

  #dueAt(names: readonly string[]): number {
    return this.#standings.find(isFor(names))?.dueAt ?? 0
  }

  #due(wanted: readonly WantedCertificate[]): readonly WantedCertificate[] {
    const now = this.#deps.clock.now()
    return wanted.filter(({ names }) => this.#dueAt(names) <= now)
  }

  async #read(wanted: readonly WantedCertificate[]): Promise<void> {
    const records = await this.#deps.store.all()
    const untried = wanted.filter(({ names }) => !records.some((record) => sameNames(record.names, names)))
    const all = [...records, ...untried.map(({ names }) => blankOrder(names))]
    this.#standings = all.map((record) => makeStanding(record, this.#standings.find(isFor(record.names))))
    // What is not wanted any more comes last, and is served until it expires.
    const first = wanted.flatMap(({ names }) => this.#standings.filter(isFor(names)))
    const rest = this.#standings.filter((standing) => !first.includes(standing))
    this.#deps.publish([...first, ...rest].flatMap(({ served }) => served ?? []))
  }

  async #forgetUnwanted(wanted: readonly WantedCertificate[]): Promise<void> {
    const { store, clock } = this.#deps
    for (const record of await store.all()) {
      if (wanted.some(({ names }) => sameNames(names, record.names))) continue
      if (record.pair && readCertificate(record.pair).notAfter > clock.now()) continue
      await store.remove(record.names)
    }
  }

  async #orderWhatIsDue(wanted: readonly WantedCertificate[], signal: AbortSignal): Promise<void> {
    const { leases, holder } = this.#deps
    try {
      while (!signal.aborted && (await this.#mayOrder())) {
        // Read under the lease: another node may have been quicker.
        await this.#read(wanted)
        const [next] = this.#due(wanted)
        if (!next) return
        await this.#orderOne(next, signal)
        await this.#read(wanted)
      }
    } finally {
      await leases.endLease(LEASE, holder)
    }
  }

  #mayOrder(): Promise<boolean> {
    const { leases, clock, holder } = this.#deps
    const at = clock.now()
    return leases.takeLease({ name: LEASE, holder, at, until: at + LEASE_MS })
  }

  async #orderOne(wanted: WantedCertificate, signal: AbortSignal): Promise<void> {
    const { store, clock, random, onIssued, onFailed } = this.#deps
    const { names } = wanted
    const before = this.#standings.find(isFor(names))?.record ?? blankOrder(names)
    let { pair } = before
    try {
      pair = await runWithin(ORDER_MS, tooLate, signal, (inTime) => obtainCertificate(this.#deps, wanted, inTime))
      const served = readCertificate(pair)
      if (renewalTime(served) <= clock.now()) throw new OrderFailure(CLOCKS_DIFFER)
      await store.save({ ...blankOrder(names), pair })
      onIssued(names, served.notAfter)
    } catch (error) {
      // Stopping is no failure of the authority's.
      if (signal.aborted) return
      if (!(error instanceof OrderFailure)) throw error
      const failures = before.failures + 1
      const nextTryAt = clock.now() + backOff(failures, error.retryAfterMs, random())
      await store.save({ names, pair, failures, lastError: error.message, nextTryAt })
      onFailed(names, error, nextTryAt)
    }
  }
}

const CLOCKS_DIFFER =
  "The certificate is due for renewal as soon as it is issued. Is this machine's clock right, and the authority's?"

function tooLate(): OrderFailure {
  return new OrderFailure(`The order was not done within ${ORDER_MS / 60_000} minutes.`)
}
