import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'

const HANDSHAKE_MS = 30_000

/**
 * The server's side of STARTTLS. Nobody hears any more what the plain socket says; the secure one is given to `onSecure`
 * when the handshake is done, and both end together.
 */
export function upgradeToTls(
  plain: Socket,
  secureContext: SecureContext,
  onSecure: (secure: TLSSocket) => void,
  onError: (error: Error) => void,
): void {
  plain.removeAllListeners('data')
  plain.removeAllListeners('timeout')
  plain.setTimeout(0)
  const secure = new TLSSocket(plain, { isServer: true, secureContext })
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
