import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { within } from './wait-until.ts'

export interface Reply {
  readonly code: number
  /** Without the code; the lines of a longer reply joined by '\n'. */
  readonly text: string
}

export interface ConnectOptions {
  readonly localAddress?: string
}

const WHOLE_REPLY = /^(?:\d{3}-[^\n]*\n)*(\d{3})(?: [^\n]*)?\r\n/

/** A raw SMTP client: bytes out, replies in. `using` closes it. */
export class SmtpClient implements Disposable {
  #socket: Socket
  #unread = ''
  #closed = false
  #wake: () => void = () => undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#listen(socket)
  }

  /** Connected, and the greeting read. */
  static async connect(server: { readonly smtpPort: number }, options: ConnectOptions = {}): Promise<SmtpClient> {
    const client = new SmtpClient(connect({ port: server.smtpPort, host: '127.0.0.1', noDelay: true, ...options }))
    assert.equal((await client.reply()).code, 220)
    return client
  }

  /** Connected, and EHLO said. */
  static async greeted(server: { readonly smtpPort: number }, options: ConnectOptions = {}): Promise<SmtpClient> {
    const client = await SmtpClient.connect(server, options)
    await client.expect(250, 'EHLO client.test')
    return client
  }

  get closed(): boolean {
    return this.#closed
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** As fast as the server reads, not faster. False once the connection is gone. */
  async writeAll(bytes: Uint8Array): Promise<boolean> {
    if (this.#closed) return false
    if (this.#socket.write(bytes)) return true
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#socket.once('drain', resolve).once('close', resolve)
    await within('the server to read on', promise)
    this.#socket.off('drain', resolve).off('close', resolve)
    return !this.#closed
  }

  /** The next reply. */
  reply(): Promise<Reply> {
    return within('an SMTP reply', this.#nextReply())
  }

  command(line: string): Promise<Reply> {
    this.write(`${line}\r\n`)
    return this.reply()
  }

  /** Says it and insists on this code, or on a code and the text that starts with this. */
  async expect(expected: number | string, line: string): Promise<Reply> {
    const reply = await this.command(line)
    assert.ok(`${reply.code} ${reply.text}`.startsWith(String(expected)), `${line}: ${reply.code} ${reply.text}`)
    return reply
  }

  /** MAIL, RCPT and DATA up to the 354. */
  async openData(to: string | readonly string[], from = 'sender@elsewhere.test'): Promise<void> {
    await this.expect(250, `MAIL FROM:<${from}>`)
    for (const address of [to].flat()) await this.expect(250, `RCPT TO:<${address}>`)
    await this.expect(354, 'DATA')
  }

  /** One mail; the reply to its end. */
  async mail(to: string | readonly string[], source: string): Promise<Reply> {
    await this.openData(to)
    return this.command(`${source.replace(/^\./gm, '..')}\r\n.`)
  }

  /** The same with the envelope in one write (RFC 2920 §3.1). */
  async pipelinedMail(to: string, source: string): Promise<Reply> {
    this.write(`MAIL FROM:<sender@elsewhere.test>\r\nRCPT TO:<${to}>\r\nDATA\r\n`)
    for (const code of [250, 250, 354]) assert.equal((await this.reply()).code, code)
    return this.command(`${source.replace(/^\./gm, '..')}\r\n.`)
  }

  /** After the 220 to STARTTLS. `tls` are the options of node:tls. */
  async secure(tls: Pick<ConnectionOptions, 'maxVersion' | 'ca' | 'servername'> = {}): Promise<TLSSocket> {
    this.#socket.removeAllListeners('data')
    const secure = connectTls({ socket: this.#socket, rejectUnauthorized: false, ...tls })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    secure.once('secureConnect', resolve)
    secure.once('error', reject)
    await within('the TLS handshake', promise)
    this.#socket = secure
    this.#listen(secure)
    return secure
  }

  /** Resolves with what was left unread once the server has closed the connection. */
  end(): Promise<string> {
    return within('the server to close', this.#untilClosed())
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }

  async #nextReply(): Promise<Reply> {
    for (;;) {
      const whole = WHOLE_REPLY.exec(this.#unread)
      if (whole) {
        this.#unread = this.#unread.slice(whole[0].length)
        const lines = whole[0].split('\r\n').slice(0, -1)
        return { code: Number(whole[1]), text: lines.map((line) => line.slice(4)).join('\n') }
      }
      if (this.#closed) throw new Error(`The server has closed the connection. Unread: ${JSON.stringify(this.#unread)}`)
      await this.#change()
    }
  }

  async #untilClosed(): Promise<string> {
    while (!this.#closed) await this.#change()
    return this.#unread
  }

  #change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    return promise
  }

  #listen(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => {
      this.#unread += chunk.toString('latin1')
      this.#wake()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#closed = true
      this.#wake()
    })
  }
}

/** One mail on a connection of its own; the reply to its end. */
export async function sendMail(
  server: { readonly smtpPort: number },
  to: string | readonly string[],
  source: string,
): Promise<Reply> {
  using client = await SmtpClient.greeted(server)
  return await client.mail(to, source)
}
