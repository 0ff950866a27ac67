import type { IncomingMessage, RequestListener } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../domain/domain-error.ts'
import { isLoopback } from '../../lib/net/is-loopback.ts'

export interface TransportOptions {
  /** Whether HTTPS is on, and what the public address says. */
  readonly required: boolean
  readonly baseUrl: () => string
  readonly isProxy: (address: string) => boolean
}

/** RFC 6797 §6.1.1. A year; names below ours are somebody else's business. */
const STRICT_TRANSPORT = 'max-age=31536000'

/** For those who know no TLS: the authority that gives us the certificate, and whoever watches over the machine. */
const PLAIN_PATHS = /^\/(?:healthz|readyz|metrics|\.well-known\/acme-challenge\/[^/]*)(?:\?|$)/

/** What may go over plain HTTP where the service has HTTPS, and what those hear who came by HTTPS. */
export class TransportRules {
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /** `quick` may give an answer before fastify sees the request, where it may be given at all. */
  before(quick: RequestListener, next: RequestListener): RequestListener {
    if (!this.#options.required) return quick
    return (request, response) => {
      // RFC 6797 §7.2: over TLS alone.
      if (request.socket instanceof TLSSocket) response.setHeader('strict-transport-security', STRICT_TRANSPORT)
      if (this.#admits(request)) quick(request, response)
      else next(request, response)
    }
  }

  addTo(app: FastifyInstance): void {
    if (!this.#options.required) return
    app.addHook('onRequest', async (request, reply) => {
      if (this.#admits(request.raw)) return
      if (carriesSecret(request.raw)) throw new DomainError('forbidden', this.#instead('A key or a session'))
      if (!['GET', 'HEAD'].includes(request.method)) throw new DomainError('forbidden', this.#instead('This'))
      // RFC 9112 §3.2.2: a whole address may stand there, too.
      const path = request.raw.url?.startsWith('/') ? request.raw.url : '/'
      return reply.redirect(this.#options.baseUrl() + path, 308)
    })
  }

  /** A proxy has TLS before it, and on one machine nobody listens in. */
  #admits({ socket, url = '' }: IncomingMessage): boolean {
    if (socket instanceof TLSSocket || PLAIN_PATHS.test(url)) return true
    const { remoteAddress: peer = '', localAddress } = socket
    return isLoopback(peer) || peer === localAddress || this.#options.isProxy(peer)
  }

  #instead(what: string): string {
    return `${what} must not go over plain HTTP, where anybody on the way can read it. Use ${this.#options.baseUrl()}.`
  }
}

/** Redirected, it would go over the wire in the clear again with every call, and nobody would notice. */
function carriesSecret({ headers }: IncomingMessage): boolean {
  return headers['x-api-key'] !== undefined || headers.authorization !== undefined || headers.cookie !== undefined
}
