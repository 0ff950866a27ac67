import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type FetchResponse, type Response, readResponse, type StatusResponse } from './imap-response.ts'
import { ImapView } from './imap-view.ts'
import { within } from './wait-until.ts'

export interface Done extends StatusResponse {
  /** What came before it. */
  readonly untagged: readonly Response[]
}

interface Ports {
  readonly imapPort: number
  readonly imapsPort: number
}

export interface ImapConnectOptions {
  /** With TLS from the first byte. */
  readonly tls?: boolean
  readonly localAddress?: string
}

type OfKind<R, K> = R extends { readonly kind: infer L } ? (K extends L ? R : never) : never

const LITERAL_AT_END = /\{(\d+)\}$/

/** A raw IMAP client that believes nothing: every response is read strictly. `using` closes it. */
export class ImapClient implements Disposable {
  #socket: Socket
  #unread: Buffer = Buffer.alloc(0)
  #closed = false
  #wake: () => void = () => undefined
  #tags = 0
  #verb = ''
  view: ImapView | null = null
  /** Responses read so far. */
  heard = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#listen(socket)
  }

  /** Connected, and the greeting read. */
  static async connect(server: Ports, options: ImapConnectOptions = {}): Promise<ImapClient> {
    const { tls = false, ...rest } = options
    const where = { host: '127.0.0.1', port: tls ? server.imapsPort : server.imapPort, ...rest }
    const socket = tls ? connectTls({ ...where, rejectUnauthorized: false }) : connect({ ...where, noDelay: true })
    const client = new ImapClient(socket)
    const greeting = await client.response()
    assert.equal(greeting.kind === 'status' && greeting.status, 'OK', JSON.stringify(greeting))
    return client
  }

  static async loggedIn(
    server: Ports & { readonly key: string },
    user: string,
    options: ImapConnectOptions & { readonly key?: string } = {},
  ): Promise<ImapClient> {
    const { key = server.key, ...rest } = options
    const client = await ImapClient.connect(server, rest)
    await client.ok(`LOGIN ${user} ${key}`)
    return client
  }

  /** Logged in, and INBOX selected. */
  static async reading(server: Ports & { readonly key: string }, user: string): Promise<ImapClient> {
    const client = await ImapClient.loggedIn(server, user)
    await client.ok('SELECT INBOX')
    return client
  }

  get closed(): boolean {
    return this.#closed
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  }

  /** The next response, whatever it is. */
  response(): Promise<Response> {
    return within('an IMAP response', this.#next())
  }

  /** Sends a command and gives its answer. */
  command(line: string): Promise<Done> {
    return this.finish(this.begin(line))
  }

  /** Sends a command; its tag. */
  begin(line: string): string {
    const tag = `t${++this.#tags}`
    this.#verb = line.split(' ')[0]?.toUpperCase() ?? ''
    if (this.#verb === 'SELECT' || this.#verb === 'EXAMINE') this.view = new ImapView()
    this.write(`${tag} ${line}\r\n`)
    return tag
  }

  async finish(tag: string): Promise<Done> {
    const untagged: Response[] = []
    for (;;) {
      const response = await this.response()
      if (response.kind !== 'status' || response.tag === '*') untagged.push(response)
      else {
        assert.equal(response.tag, tag)
        const left = this.#verb === 'CLOSE' || this.#verb === 'UNSELECT'
        const refused = response.status !== 'OK' && (this.#verb === 'SELECT' || this.#verb === 'EXAMINE')
        if (left || refused) this.view = null
        this.#verb = ''
        return { ...response, untagged }
      }
    }
  }

  async ok(line: string): Promise<readonly Response[]> {
    const done = await this.command(line)
    assert.equal(done.status, 'OK', `${line}: ${done.status} [${done.code}] ${done.text}`)
    return done.untagged
  }

  /** Insists on NO with this code. */
  async no(code: string | null, line: string): Promise<void> {
    const done = await this.command(line)
    assert.deepEqual([done.status, done.code], ['NO', code], `${line}: ${done.text}`)
  }

  /** Only the FETCH responses. */
  async fetch(line: string): Promise<readonly FetchResponse[]> {
    return (await this.ok(line)).filter((response) => response.kind === 'FETCH')
  }

  async search(line: string): Promise<readonly number[]> {
    const [found] = (await this.ok(line)).filter((response) => response.kind === 'SEARCH')
    assert.ok(found, `${line}: no SEARCH response`)
    return found.numbers
  }

  /** With a literal that waits to be asked for. `rest` are flags and date, with a space behind each. */
  async append(mailbox: string, source: string, rest = ''): Promise<Done> {
    const bytes = Buffer.from(source, 'latin1')
    const tag = this.begin(`APPEND ${mailbox} ${rest}{${bytes.length}}`)
    const response = await this.response()
    if (response.kind === 'status' && response.tag === tag) return { ...response, untagged: [] }
    assert.equal(response.kind, '+', JSON.stringify(response))
    this.write(Buffer.concat([bytes, Buffer.from('\r\n')]))
    return this.finish(tag)
  }

  /** Gives a function that ends it. */
  async idle(): Promise<() => Promise<Done>> {
    const tag = this.begin('IDLE')
    assert.equal((await this.response()).kind, '+')
    return () => {
      this.write('DONE\r\n')
      return this.finish(tag)
    }
  }

  /** Reads on until such a response comes, and gives it. */
  async until<K extends Response['kind']>(kind: K): Promise<OfKind<Response, K>> {
    for (;;) {
      const response = await this.response()
      if (response.kind === kind) return response as OfKind<Response, K>
    }
  }

  /** After the OK to STARTTLS. */
  async secure(): Promise<void> {
    this.#socket.removeAllListeners('data')
    const secure = connectTls({ socket: this.#socket, rejectUnauthorized: false })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    secure.once('secureConnect', resolve)
    secure.once('error', reject)
    await within('the TLS handshake', promise)
    this.#socket = secure
    this.#listen(secure)
  }

  /** The responses that are left once the server has closed the connection. */
  async end(): Promise<readonly Response[]> {
    await within('the server to close', this.#untilClosed())
    const left: Response[] = []
    while (this.#unread.length > 0) left.push(await this.response())
    return left
  }

  pause(): void {
    this.#socket.pause()
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }

  async #next(): Promise<Response> {
    for (;;) {
      const size = wholeResponse(this.#unread)
      if (size !== null) return this.#take(size)
      if (this.#closed) throw new Error(`The server has closed the connection. Unread: ${this.#unread}`)
      await this.#change()
    }
  }

  #take(size: number): Response {
    const response = readResponse(this.#unread.toString('latin1', 0, size - 2))
    this.#unread = this.#unread.subarray(size)
    this.heard += 1
    this.view?.hear(response, this.#verb)
    return response
  }

  async #untilClosed(): Promise<void> {
    while (!this.#closed) await this.#change()
  }

  #change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    return promise
  }

  #listen(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => {
      this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk])
      this.#wake()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#closed = true
      this.#wake()
    })
  }
}

/** The octets of the first response with its CRLF; null where it is not all there. */
function wholeResponse(bytes: Buffer): number | null {
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at, 'latin1')
    if (end < 0) return null
    const literal = LITERAL_AT_END.exec(bytes.toString('latin1', Math.max(at, end - 20), end))
    at = end + 2
    if (literal === null) return at
    at += Number(literal[1])
    if (at > bytes.length) return null
  }
}
