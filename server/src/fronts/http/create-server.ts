import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'

const HEADERS_MS = 15_000
const REQUEST_MS = 30_000
/** Longer than load balancers keep idle connections, so that it is they who close them. */
const KEEP_ALIVE_MS = 75_000
/** On a socket where nothing moves. Longer than the longest wait. */
const SILENCE_MS = 120_000
const CHECK_MS = 5_000

/** Bounded in all that a client can drag out. Node's own 16 KiB bound the header. */
export function createServer(listener: RequestListener, maxConnections: number): Server {
  const options = {
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_MS,
  }
  const server = createHttpServer(options, listener)
  server.setTimeout(SILENCE_MS)
  server.maxConnections = maxConnections
  return server
}
