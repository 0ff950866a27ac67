import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { Listener, type Preface } from '../../lib/net/listener.ts'
import { tlsPreface } from '../../lib/net/tls-preface.ts'
import type { ServerContexts } from '../../lib/tls/certificate-shelf.ts'
import type { OpenConnections } from './open-connections.ts'

export interface HttpsOptions {
  /** 0 takes any free one. */
  readonly port: number
  readonly contexts: ServerContexts
  /** What a connection goes through before the handshake. */
  readonly prefaces: readonly Preface[]
  /** By which the certificate is known; null where only the address is. */
  readonly publicName: string | null
}

interface Surroundings {
  readonly host: string
  readonly server: Server
  readonly connections: OpenConnections
  readonly log: Logger
}

/** RFC 7301 §6. */
const ALPN = 'http/1.1'

/** HTTPS is the same server, which is handed connections whose handshake is done. */
export function createSecureListener(https: HttpsOptions, { host, server, connections, log }: Surroundings): Listener {
  const { port, contexts, prefaces } = https
  return new Listener({
    ...{ host, port, maxWaiting: connections.max },
    prefaces: [...prefaces, tlsPreface({ contexts, protocols: [ALPN] })],
    admit: (socket) => connections.enter(socket),
    welcome: (socket) => void server.emit('connection', socket),
    broken: (error) => log.debug({ reason: error.message }, 'a connection broke'),
  })
}
