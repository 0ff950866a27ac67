import { capabilities } from './capabilities.ts'
import type { Completion } from './command.ts'
import { CommandDesk } from './command-desk.ts'
import { type Received, readCommand } from './command-reader.ts'
import { Dialogue, type Setup } from './dialogue.ts'
import { Input } from './input.ts'
import { type Channel, Outlet } from './outlet.ts'
import { perform } from './perform.ts'
import { BadCommand, Farewell, Refusal } from './refusal.ts'
import { plainText } from './serialise.ts'

export * from './backend.ts'
export { DEFAULT_LIMITS, type Limits } from './limits.ts'
export type { Channel } from './outlet.ts'

export interface SessionOptions extends Setup {
  readonly channel: Channel
  /** The connection began with TLS (RFC 8314 §3.2). */
  readonly tls: boolean
}

/** The server's side of one IMAP connection, without the socket: bytes in, responses out. */
export class ImapSession {
  readonly #dialogue: Dialogue
  readonly #input: Input
  readonly #outlet: Outlet
  readonly #desk: CommandDesk
  #handshaking = false
  #farewell: string | null = null
  #over = false
  #badCommands = 0

  constructor(options: SessionOptions) {
    this.#outlet = new Outlet(options.channel)
    this.#input = new Input(options.channel, this.#outlet, options.limits.pipelineBytes)
    this.#dialogue = new Dialogue(options, this.#input, this.#outlet, options.tls)
    this.#desk = new CommandDesk(this.#dialogue)
  }

  /** Nothing is being done: the session waits for the client, in IDLE or for its next command. */
  get idle(): boolean {
    return this.#dialogue.listening
  }

  /** Only bytes of the client can move the session on: it is idle, or a message is on its way in. */
  get waiting(): boolean {
    return this.#input.waiting
  }

  get authenticated(): boolean {
    return this.#dialogue.state !== 'not authenticated'
  }

  /** Bytes received and not yet used. */
  get buffered(): number {
    return this.#input.buffered
  }

  /** RFC 3501 §7.1.1: the greeting. From now on commands are answered. */
  greet(): void {
    this.#outlet.line(`* OK [${capabilities(this.#dialogue)}] ${this.#dialogue.setup.hostname} ready`)
    this.#converse()
  }

  receive(chunk: Buffer): void {
    // RFC 3501 §6.2.1: what comes in clear after STARTTLS is not for us.
    if (!this.#handshaking) this.#input.push(chunk)
  }

  /** The TLS handshake has finished. */
  secured(): void {
    this.#handshaking = false
    this.#dialogue.secured()
  }

  /** The peer is gone: nothing more is said, and a message not yet whole is not kept. */
  closed(): void {
    if (this.#over) return
    this.#over = true
    this.#dialogue.end()
    this.#outlet.abandon()
    this.#input.end()
  }

  /** RFC 3501 §7.1.5: after the command in hand, BYE. A FETCH or a SEARCH in hand ends between two messages. */
  shutdown(reason: string): void {
    if (this.#over) return
    this.#farewell ??= reason
    this.#dialogue.end()
    if (this.#handshaking) this.#finish(null)
    else if (this.idle) this.#input.end()
  }

  /** Never rejects. */
  async #converse(): Promise<void> {
    try {
      while (!this.#over && this.#farewell === null) {
        this.#dialogue.listening = true
        const received = await readCommand(this.#input, this.#desk)
        this.#dialogue.listening = false
        if (received === null) break
        await this.#answer(received)
        await this.#outlet.breathe()
      }
      this.#finish(this.#farewell)
    } catch (error) {
      this.#outlet.cut()
      this.closed()
      this.#dialogue.setup.failed(error)
    } finally {
      this.#dialogue.leave()
    }
  }

  /** Without a frame that would keep the command for as long as a client idles. */
  #answer(received: Received): Promise<void> {
    const { tag } = received
    return perform(this.#dialogue, received).then(
      (completion) => this.#complete(tag as string, completion),
      (error: unknown) => this.#refuse(tag ?? '*', error),
    )
  }

  #complete(tag: string, { text, after }: Completion): void {
    this.#outlet.line(`${tag} OK ${text}`)
    if (after === 'tls') this.#startTls()
    if (after === 'close') this.#finish(null)
  }

  /** RFC 3501 §7.1: BAD for what breaks the protocol, NO for what cannot be done. */
  #refuse(tag: string, error: unknown): void {
    if (error instanceof BadCommand) {
      this.#badCommands += 1
      this.#outlet.line(`${tag} BAD ${plainText(error.message)}`)
    } else if (error instanceof Refusal) {
      const code = error.code === null ? '' : `[${error.code}] `
      this.#outlet.line(`${tag} NO ${code}${plainText(error.message)}`)
    } else if (error instanceof Farewell) {
      this.#farewell ??= error.message
    } else {
      this.#dialogue.setup.failed(error)
      this.#outlet.line(`${tag} NO [SERVERBUG] Something has failed here, try again later`) // RFC 5530 §3
    }
    const { limits } = this.#dialogue.setup
    if (this.#badCommands >= limits.badCommands) this.#farewell ??= 'Too many bad commands'
    if (this.#dialogue.failedLogins >= limits.failedLogins) this.#farewell ??= 'Too many failed log-ins'
  }

  /** RFC 3501 §6.2.1. CVE-2011-0411: commands slipped in before the handshake must not be obeyed after it. */
  #startTls(): void {
    this.#handshaking = true
    this.#input.clear()
    this.#outlet.startTls()
  }

  #finish(farewell: string | null): void {
    if (this.#over) return
    if (farewell !== null) this.#outlet.line(`* BYE ${plainText(farewell)}`)
    this.#outlet.close()
    this.closed()
  }
}
