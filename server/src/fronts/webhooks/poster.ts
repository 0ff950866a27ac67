import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { whatForbids } from '../../lib/net/address-rules.ts'
import type { ResolveHost } from '../../lib/net/resolve-host.ts'
import { orAborted, runWithin } from '../../lib/run-within.ts'
import { AddressBook } from './address-book.ts'
import { checkUrl, hostOf, portOf, type UrlRules } from './check-url.ts'
import { type Dialled, dial } from './dial.ts'
import { type Answer, exchange, type Outgoing } from './exchange.ts'
import { IdleConnections } from './idle-connections.ts'
import { KeptConnection } from './kept-connection.ts'
import type { Outcome, PostRequest } from './outcome.ts'
import { isOurShortage, PostFailure } from './post-failure.ts'
import { parseRetryAfter } from './retry-after.ts'

export interface PosterOptions {
  readonly rules: UrlRules
  readonly resolveHost: ResolveHost
  /** From the call to the end of the answer. */
  readonly totalMs?: number
  /** Of these, for the name, the connection and the TLS handshake together. */
  readonly connectMs?: number
  /** How long a name's addresses are remembered. */
  readonly dnsCacheMs?: number
  readonly idleMs?: number
  readonly maxIdle?: number
  readonly maxIdlePerOrigin?: number
  /** Certificates to trust beside the usual ones. */
  readonly ca?: readonly string[]
  /** What time it is: only a Retry-After that is a date needs to know. */
  readonly now?: () => number
}

const DEFAULTS = {
  totalMs: 15_000,
  connectMs: 5_000,
  dnsCacheMs: 10_000,
  idleMs: 30_000,
  maxIdle: 512,
  maxIdlePerOrigin: 10,
  ca: [],
  now: Date.now,
}

/**
 * Sends POST requests to addresses that strangers chose. It resolves the name itself, checks every address that it
 * leads to, connects to one of those and no other, and follows no redirect. Whatever the other side does is an
 * `Outcome`.
 */
export class Poster {
  readonly #options: Required<PosterOptions>
  readonly #book: AddressBook
  readonly #idle: IdleConnections
  readonly #secureContext: SecureContext
  readonly #underWay = new Set<() => void>()
  #closed = false

  constructor(options: PosterOptions) {
    this.#options = { ...DEFAULTS, ...options }
    const { resolveHost, dnsCacheMs, maxIdle, maxIdlePerOrigin, ca } = this.#options
    this.#book = new AddressBook(resolveHost, dnsCacheMs, () => performance.now())
    this.#idle = new IdleConnections(maxIdle, maxIdlePerOrigin)
    const trusted = ca.length > 0 ? { ca: [...getCACertificates('default'), ...ca] } : {}
    this.#secureContext = createSecureContext({ minVersion: 'TLSv1.2', ...trusted })
  }

  /** The connections that are kept for a next request. */
  get idleConnections(): number {
    return this.#idle.size
  }

  /** Rejects only for what is this machine's own trouble, such as no file descriptors left. */
  async post(request: PostRequest): Promise<Outcome> {
    const begun = performance.now()
    const lasted = () => Math.round(performance.now() - begun)
    try {
      const { answer, address } = await this.#send(request)
      const { status, body } = answer
      const retryAfter = parseRetryAfter(answer.retryAfter, this.#options.now())
      return { kind: 'answered', status, body, retryAfter, durationMs: lasted(), address }
    } catch (failure) {
      if (!(failure instanceof PostFailure)) throw failure
      return { kind: 'failed', error: failure.error, detail: failure.message, durationMs: lasted() }
    }
  }

  /** Calls off what is under way and ends the kept connections. */
  close(): void {
    this.#closed = true
    for (const callOff of this.#underWay) callOff()
    this.#idle.clear()
  }

  async #send(request: PostRequest): Promise<{ answer: Answer; address: string }> {
    // Asked again at each attempt: the operator may have closed what was open when the URL was registered.
    const wrong = checkUrl(request.url, this.#options.rules)
    if (wrong) throw new PostFailure('forbidden_url', wrong)
    const out = { url: new URL(request.url), headers: request.headers, body: request.body }
    const controller = new AbortController()
    const callOff = () => controller.abort(new PostFailure('aborted'))
    if (this.#closed || request.signal?.aborted) callOff()
    this.#underWay.add(callOff)
    request.signal?.addEventListener('abort', callOff)
    try {
      const late = () => new PostFailure('timeout')
      return await runWithin(this.#options.totalMs, late, controller.signal, (signal) => this.#sendWithin(out, signal))
    } finally {
      this.#underWay.delete(callOff)
      request.signal?.removeEventListener('abort', callOff)
    }
  }

  async #sendWithin(out: Outgoing, signal: AbortSignal): Promise<{ answer: Answer; address: string }> {
    // Where a kept connection was closed meanwhile, once more on a new one (RFC 9112 §9.3.1). Should the request have
    // been heard after all, it is heard twice: deliveries are at least once, and carry an id to tell.
    for (const mayReuse of [true, false]) {
      const connection = await this.#connect(out.url, mayReuse, signal)
      const answer = await exchange(connection, out, signal)
      if (answer) return { answer, address: connection.address }
    }
    throw new PostFailure('reset')
  }

  #connect(url: URL, mayReuse: boolean, signal: AbortSignal): Promise<KeptConnection> {
    const { connectMs } = this.#options
    const endsAt = performance.now() + connectMs
    const late = () => new PostFailure('connect_timeout')
    return runWithin(connectMs, late, signal, async (within) => {
      const to = { host: hostOf(url), port: portOf(url), secureContext: this.#contextFor(url) }
      const addresses = await this.#checkedAddresses(to.host, to.port, within)
      const kept = mayReuse ? this.#idle.take(url.origin, addresses) : null
      return kept ?? this.#keep(url.origin, await dial(to, addresses, endsAt, within))
    })
  }

  #contextFor(url: URL): SecureContext | null {
    return url.protocol === 'https:' ? this.#secureContext : null
  }

  #keep(origin: string, { socket, address }: Dialled): KeptConnection {
    const onIdle = (connection: KeptConnection) => this.#idle.put(connection)
    const connection = new KeptConnection({ origin, address, socket, idleMs: this.#options.idleMs, onIdle })
    connection.onceClosed(() => this.#idle.remove(connection))
    return connection
  }

  /** What the name leads to, if all of it is allowed: one forbidden address among several is a trap, not a choice. */
  async #checkedAddresses(host: string, port: number, signal: AbortSignal): Promise<readonly string[]> {
    const addresses = await orAborted(this.#book.addressesOf(host), signal).catch((cause) => {
      signal.throwIfAborted()
      if (isOurShortage(cause)) throw cause
      throw new PostFailure('dns', undefined, { cause })
    })
    if (addresses.length === 0) throw new PostFailure('dns')
    const forbidden = addresses.map((address) => whatForbids(address, port, this.#options.rules.addresses))
    if (forbidden.includes('address')) throw new PostFailure('forbidden_address')
    if (forbidden.includes('port'))
      throw new PostFailure('forbidden_url', `Webhooks are not sent to port ${port} there.`)
    return addresses
  }
}
