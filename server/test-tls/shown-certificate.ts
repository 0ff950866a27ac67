import { once } from 'node:events'
import { connect as connectPlain } from 'node:net'
import { type ConnectionOptions, connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import type { RunningServer } from '../test/support/running-server.ts'
import { SmtpClient } from '../test/support/smtp-client.ts'
import { within } from '../test/support/wait-until.ts'

export interface Shown {
  readonly certificate: PeerCertificate
  /** Whether the client that knows `ca` would go on. */
  readonly authorized: boolean
}

type Tls = Pick<ConnectionOptions, 'ca' | 'servername'>

export const TLS_PORTS = ['https', 'imaps', 'imap', 'smtp'] as const
export type TlsPort = (typeof TLS_PORTS)[number]

/** What a client sees that asks for this name. */
export function show(port: TlsPort, server: RunningServer, tls: Tls): Promise<Shown> {
  return SHOW[port](server, tls)
}

const SHOW: Readonly<Record<TlsPort, (server: RunningServer, tls: Tls) => Promise<Shown>>> = {
  https: (server, tls) => directly(Number(new URL(server.httpsUrl).port), tls),
  imaps: (server, tls) => directly(server.imapsPort, tls),
  async imap(server, tls) {
    const socket = connectPlain(server.imapPort, '127.0.0.1')
    await once(socket, 'data')
    socket.write('a STARTTLS\r\n')
    await once(socket, 'data')
    return look(connect({ socket, rejectUnauthorized: false, ...tls }))
  },
  async smtp(server, tls) {
    using client = await SmtpClient.greeted(server)
    await client.expect(220, 'STARTTLS')
    return look(await client.secure(tls))
  },
}

function directly(port: number, tls: Tls): Promise<Shown> {
  return look(connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...tls }))
}

async function look(socket: TLSSocket): Promise<Shown> {
  if (!socket.getPeerCertificate()?.fingerprint256) await within('the handshake', once(socket, 'secureConnect'))
  const shown = { certificate: socket.getPeerCertificate(), authorized: socket.authorized }
  socket.destroy()
  return shown
}
