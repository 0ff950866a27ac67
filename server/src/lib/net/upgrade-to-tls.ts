import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { ServerContexts } from '../tls/certificate-shelf.ts'

const HANDSHAKE_MS = 30_000

export interface TlsTerms {
  readonly contexts: ServerContexts
  /** RFC 7301: the protocols that are spoken here. A client that offers only others is turned away. */
  readonly protocols?: readonly string[]
}

/**
 * The server's side of a handshake, at STARTTLS or from the first byte. Nobody hears any more what the plain socket says;
 * the secure one is given to `onSecure` when the handshake is done, and both end together.
 */
export function upgradeToTls(
  plain: Socket,
  { contexts, protocols }: TlsTerms,
  onSecure: (secure: TLSSocket) => void,
  onError: (error: Error) => void,
): void {
  plain.removeAllListeners('data')
  plain.removeAllListeners('timeout')
  plain.setTimeout(0)
  const secure = new TLSSocket(plain, {
    isServer: true,
    secureContext: contexts.standard,
    SNICallback: (name, done) => done(null, contexts.contextFor(name)),
    ...(protocols && { ALPNProtocols: [...protocols] }),
  })
  const late = setTimeout(() => secure.destroy(), HANDSHAKE_MS)
  secure.on('error', onError)
  secure.once('close', () => {
    clearTimeout(late)
    plain.destroy()
  })
  secure.once('secure', () => {
    clearTimeout(late)
    onSecure(secure)
  })
}
