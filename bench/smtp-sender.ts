import { connect, type Socket } from 'node:net'

interface Expectation {
  readonly codes: readonly string[]
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

const SENDER = 'MAIL FROM:<bench@example.com>\r\n'
const TAKEN = ['250']
const GO_ON = ['354']
const ENVELOPE_REPLIES = [...TAKEN, ...TAKEN, ...GO_ON]

/** One SMTP connection of a sender. */
export class SmtpSender {
  readonly #socket: Socket
  #expected: Expectation | null = null
  #met = 0
  #text = ''
  #failure: Error | null = null

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk.toString('latin1')))
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () => this.#fail(new Error('The server closed the connection.')))
  }

  async open(): Promise<void> {
    await this.#expect(['220'])
    await this.#ask('EHLO bench.example.com\r\n', TAKEN)
  }

  /**
   * Resolves with the 250 that makes the mail the server's. `wire` is the message with its final dot. RFC 2920 §3.1:
   * envelope and DATA go in one write.
   */
  async send(recipient: string, wire: Buffer): Promise<void> {
    await this.#ask(`${SENDER}RCPT TO:<${recipient}>\r\nDATA\r\n`, ENVELOPE_REPLIES)
    await this.#ask(wire, TAKEN)
  }

  /** The same as a sender does it that knows no PIPELINING, and waits for the reply to each command. */
  async sendStepwise(recipient: string, wire: Buffer): Promise<void> {
    await this.#ask(SENDER, TAKEN)
    await this.#ask(`RCPT TO:<${recipient}>\r\n`, TAKEN)
    await this.#ask('DATA\r\n', GO_ON)
    await this.#ask(wire, TAKEN)
  }

  async quit(): Promise<void> {
    await this.#ask('QUIT\r\n', ['221'])
    this.#socket.end()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #ask(text: string | Buffer, codes: readonly string[]): Promise<void> {
    const answered = this.#expect(codes)
    if (typeof text === 'string') this.#socket.write(text, 'latin1')
    else this.#socket.write(text)
    return answered
  }

  #expect(codes: readonly string[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (this.#failure) reject(this.#failure)
    this.#expected = { codes, resolve, reject }
    this.#met = 0
    return promise
  }

  #receive(chunk: string): void {
    const text = this.#text + chunk
    let at = 0
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n', at)) {
      // RFC 5321 §4.2.1: all lines of a reply but its last have a hyphen after the code.
      if (text[at + 3] !== '-') this.#take(text.slice(at, end))
      at = end + 2
    }
    this.#text = text.slice(at)
  }

  #take(reply: string): void {
    const expected = this.#expected
    const code = expected?.codes[this.#met++] ?? 'silence'
    if (!expected || !reply.startsWith(code)) {
      this.#fail(new Error(`Instead of ${code} the server said: ${reply}`))
    } else if (this.#met === expected.codes.length) {
      this.#expected = null
      expected.resolve()
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#expected?.reject(this.#failure)
    this.#expected = null
    this.#socket.destroy()
  }
}
