import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { type Cidr, makeAddressRules, parseCidr } from '../../lib/net/address-rules.ts'
import type { Outcome } from './outcome.ts'
import { Poster, type PosterOptions } from './poster.ts'

export const BODY = Buffer.from('{"event":"test.ping"}')
export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** A poster for which loopback is open. Its times are long; a test that wants one to pass shortens it. */
export function testPoster(t: TestContext, options: Partial<PosterOptions> = {}): Poster {
  const opened = ['127.0.0.0/8', '::1'].map((text) => parseCidr(text) as Cidr)
  const poster = new Poster({
    rules: { addresses: makeAddressRules([443], opened), allowHttp: true },
    resolveHost: async () => ['127.0.0.1'],
    totalMs: 50_000,
    connectMs: 50_000,
    ...options,
  })
  t.after(() => poster.close())
  return poster
}

export async function send(poster: Poster, url: string, body: Buffer = BODY): Promise<Outcome> {
  return poster.post({ url, headers: { 'X-Service-Event': 'test.ping' }, body })
}

export interface Receiver {
  readonly port: number
  /** Each connection that was ever made. */
  readonly sockets: readonly Socket[]
}

/** Listens until the test is over, whatever is still connected then. */
export async function listen(t: TestContext, server: Server, host = '127.0.0.1'): Promise<Receiver> {
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {}) // the poster hangs up in the middle of things: that is what is tested
    sockets.push(socket)
  })
  server.listen(0, host)
  await once(server, 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, sockets }
}

/** Answers each request as the script says, byte for byte. `nth` counts requests over all connections. */
export async function rawReceiver(
  t: TestContext,
  answer: (socket: Socket, nth: number) => void,
): Promise<Receiver & { readonly requests: readonly string[] }> {
  const requests: string[] = []
  const server = createServer((socket) => {
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
      const size = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
      const end = text.indexOf('\r\n\r\n') + 4 + size
      if (text.indexOf('\r\n\r\n') < 0 || text.length < end) return
      requests.push(text.slice(0, end))
      text = text.slice(end)
      answer(socket, requests.length)
    })
  })
  return { ...(await listen(t, server)), requests }
}

/** A port at which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export function assertFailed(outcome: Outcome, error: string): void {
  assert.equal(outcome.kind === 'failed' ? outcome.error : `answered ${outcome.status}`, error)
  assert.ok(outcome.kind === 'failed')
  assert.match(outcome.detail, /^[A-Z][^\n]{5,120}\.$/)
  assert.doesNotMatch(outcome.detail, /127\.0\.0|::1/)
}

export function assertAnswered(outcome: Outcome, status: number, body?: string): void {
  assert.equal(outcome.kind === 'answered' ? outcome.status : `failed ${outcome.error}`, status)
  assert.ok(outcome.kind === 'answered')
  if (body !== undefined) assert.equal(outcome.body.toString(), body)
}
