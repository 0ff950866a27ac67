import { Dialogue, type Setup } from './dialogue.ts'
import { InputQueue } from './input-queue.ts'
import { LineReader } from './line-reader.ts'
import { type Channel, Outlet } from './outlet.ts'
import { perform } from './perform.ts'
import { isProtocolError, type Reply, SHUTTING_DOWN, TOO_MANY_COMMANDS, TOO_MANY_ERRORS } from './replies.ts'
import { proceed } from './settle.ts'
import type { Reception, Step } from './step.ts'

export type { BodySink, Envelope, Handler } from './handler.ts'
export { DEFAULT_LIMITS, type Limits } from './limits.ts'
export type { Channel } from './outlet.ts'
export type { Reply } from './replies.ts'

export interface SessionOptions extends Setup {
  readonly channel: Channel
  /** The connection began with TLS (RFC 8314 §3.3). */
  readonly tls?: boolean
}

const NOTHING: Step = { reply: null }

/** The server's side of one SMTP connection, without the socket: bytes in, replies out. */
export class SmtpSession {
  readonly #dialogue: Dialogue
  readonly #outlet: Outlet
  readonly #input = new InputQueue()
  readonly #lines: LineReader
  #reception: Reception | null = null
  #pumping = false
  #waiting = false
  #handshaking = false
  #stopping = false
  #over = false
  #commands = 0
  #badCommands = 0

  constructor({ channel, tls, ...setup }: SessionOptions) {
    this.#dialogue = new Dialogue(setup, tls ?? false)
    this.#outlet = new Outlet(channel)
    this.#lines = new LineReader(setup.limits.commandLine)
  }

  /** No message in hand. */
  get idle(): boolean {
    return this.#dialogue.body === null
  }

  get secure(): boolean {
    return this.#dialogue.secure
  }

  /** Bytes received and not yet used. */
  get buffered(): number {
    return this.#input.buffered + this.#lines.buffered
  }

  /** RFC 5321 §4.2: the greeting. */
  greet(): void {
    if (this.#over) return
    this.#outlet.say({ code: 220, text: `${this.#dialogue.setup.hostname} ESMTP ready` })
    this.#outlet.flush()
  }

  receive(chunk: Buffer): void {
    // RFC 3207 §4.2: what comes in clear after STARTTLS is not for us.
    if (this.#over || this.#handshaking) return
    this.#input.push(chunk)
    if (this.#waiting) this.#outlet.pause()
    else this.#pump()
  }

  /** The TLS handshake has finished. RFC 3207 §4.2: the dialogue starts anew, without a greeting. */
  secured(): void {
    this.#handshaking = false
    this.#dialogue.secured()
  }

  /** The peer is gone: a message not yet whole is aborted, nothing more is said. */
  closed(): void {
    this.#over = true
    this.#discardInput()
    this.#dialogue.reset()
  }

  /** RFC 5321 §3.8: finishes and answers the message in hand, or says 421 now; then closes. */
  shutdown(): void {
    if (this.#over) return
    this.#stopping = true
    if (!this.idle) return
    // Between STARTTLS and the handshake's end nothing can be said.
    this.#close(this.#handshaking ? null : SHUTTING_DOWN)
  }

  #pump(): void {
    if (this.#pumping) return
    this.#pumping = true
    for (let chunk = this.#input.chunk; chunk !== undefined; chunk = this.#input.chunk) {
      if (this.#reception === null) this.#readCommand(chunk)
      else this.#readBody(chunk, this.#reception)
      if (this.#waiting) break
    }
    this.#pumping = false
    if (this.#over) return
    this.#outlet.flush()
    if (!this.#waiting) this.#outlet.resume()
  }

  #readCommand(chunk: Buffer): void {
    const { next, line } = this.#lines.read(chunk, this.#input.at)
    this.#input.skipTo(next)
    if (line === null) return
    this.#commands += 1
    if (this.#commands > this.#dialogue.setup.limits.commands) this.#close(TOO_MANY_COMMANDS)
    else this.#take(typeof line === 'string' ? perform(this.#dialogue, line) : { reply: line })
  }

  #readBody(chunk: Buffer, { reader, body, finish }: Reception): void {
    const { data, next, ended } = reader.read(chunk, this.#input.at)
    this.#input.skipTo(next)
    if (ended) this.#reception = null
    const written = data === null ? undefined : body?.write(data)
    this.#take(proceed<void, Step>(written, () => (ended ? finish() : NOTHING)))
  }

  /** While an answer is awaited nothing is read, so replies keep the order of their commands. */
  #take(step: Step | Promise<Step>): void {
    if (!(step instanceof Promise)) {
      this.#apply(step)
      return
    }
    this.#waiting = true
    this.#outlet.flush()
    if (this.#input.buffered > 0) this.#outlet.pause()
    step.then((answer) => {
      this.#waiting = false
      this.#apply(answer)
      this.#pump()
    })
  }

  #apply({ reply, after, reception }: Step): void {
    if (this.#over) return
    if (after === 'reset') this.#dialogue.reset()
    if (reply !== null) {
      if (isProtocolError(reply)) this.#badCommands += 1
      const tooMany = this.#badCommands > this.#dialogue.setup.limits.badCommands
      // RFC 5321 §3.8: 421 announces the closing, whoever says it.
      if (tooMany || after === 'close' || reply.code === 421) {
        this.#close(tooMany ? TOO_MANY_ERRORS : reply)
        return
      }
      this.#outlet.say(reply)
    }
    if (reception !== undefined) this.#reception = reception
    if (after === 'tls') this.#startTls()
    else if (this.#stopping && this.idle) this.#close(SHUTTING_DOWN)
  }

  /** CVE-2011-0411: commands slipped in before the handshake must not be obeyed after it. */
  #startTls(): void {
    this.#handshaking = true
    this.#discardInput()
    this.#dialogue.forget()
    this.#outlet.startTls()
  }

  #close(farewell: Reply | null): void {
    if (farewell !== null) this.#outlet.say(farewell)
    this.closed()
    this.#outlet.close()
  }

  #discardInput(): void {
    this.#input.clear()
    this.#reception = null
  }
}
