import type { Socket } from 'node:net'
import type { Preface } from '../../lib/net/listener.ts'
import { setPeer } from '../../lib/net/peer.ts'
import { parseProxyHeader } from './parse-proxy-header.ts'

/**
 * A proxy that we trust says first whom it speaks for, and must say it. Nobody else may: PROXY is no word of the protocol
 * that follows, and is answered as such. `onWrong` hears of a proxy that is set up otherwise than we are.
 */
export function proxyPreface(isProxy: (address: string) => boolean, onWrong: (error: Error) => void): Preface {
  return (socket, next, fail) => {
    if (!isProxy(socket.remoteAddress ?? '')) return next(socket)
    readHeader(socket, next, (error) => {
      onWrong(error)
      fail(error)
    })
  }
}

function readHeader(socket: Socket, next: (socket: Socket) => void, fail: (error: Error) => void): void {
  let seen: Buffer = Buffer.alloc(0)
  const look = (): void => {
    const piece = socket.read() as Buffer | null
    if (piece === null) return
    seen = seen.length === 0 ? piece : Buffer.concat([seen, piece])
    const header = parseProxyHeader(seen)
    if (header.state === 'incomplete') return
    socket.off('readable', look)
    if (header.state === 'wrong') {
      fail(new Error(`The proxy ${socket.remoteAddress} was not understood: ${header.reason}.`))
      return
    }
    if (seen.length > header.length) socket.unshift(seen.subarray(header.length))
    if (header.peer) setPeer(socket, header.peer.address, header.peer.port)
    next(socket)
  }
  socket.on('readable', look)
}
