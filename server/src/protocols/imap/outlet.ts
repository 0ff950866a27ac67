import type { Wire } from './structure/structure.ts'

/** The wire, as the session uses it. */
export interface Channel {
  /**
   * A promise asks the session to write no more until it settles, which it does also when the connection is lost. Nothing
   * is thrown and nothing rejects: who is gone is told by `closed`. The bytes may be a view of a message.
   */
  write(bytes: Uint8Array): void | Promise<void>
  /** Start the handshake after what was written; bytes already received belong to nobody. */
  startTls(): void
  /** Close after what was written is flushed. */
  close(): void
  pause(): void
  resume(): void
}

/** From so much on, what was said is sent before more is said. */
const FULL = 16 * 1024
const PIECE = 64 * 1024
/** Bytes that are copied into the text rather than written on their own. */
const SMALL = 4 * 1024

/** Collects responses, so that a pipeline of commands is answered in few writes, and waits for a slow reader. */
export class Outlet {
  readonly #channel: Channel
  #text = ''
  #closed = false

  constructor(channel: Channel) {
    this.#channel = channel
  }

  /** Text of one octet a character; the line's end is added. */
  line(text: string): void {
    this.#text += `${text}\r\n`
  }

  text(text: string): void {
    this.#text += text
  }

  async wire(pieces: Wire): Promise<void> {
    for (const piece of pieces) {
      if (typeof piece === 'string') this.text(piece)
      else await this.bytes(piece)
    }
  }

  async bytes(bytes: Uint8Array): Promise<void> {
    if (bytes.length < SMALL) {
      this.text(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
      await this.breathe()
      return
    }
    await this.flush()
    for (let at = 0; at < bytes.length && !this.#closed; at += PIECE) {
      await this.#channel.write(bytes.subarray(at, at + PIECE))
    }
  }

  /** Between two responses: sends what there is if it is much. */
  breathe(): Promise<void> | undefined {
    return this.#text.length < FULL ? undefined : this.flush()
  }

  /** What was said is handed over in the same turn; the promise is the peer's reading, where it does not keep up. */
  flush(): Promise<void> | undefined {
    if (this.#text === '' || this.#closed) return undefined
    const text = this.#text
    this.#text = ''
    return this.#channel.write(Buffer.from(text, 'latin1')) ?? undefined
  }

  /** In the same turn as the last word in clear: the answer to it may already be the handshake. */
  startTls(): void {
    if (this.#closed) return
    this.flush()
    this.#channel.startTls()
  }

  close(): void {
    if (this.#closed) return
    this.flush()
    this.#closed = true
    this.#channel.close()
  }

  /** Closes without another word. */
  cut(): void {
    this.#text = ''
    this.close()
  }

  /** The peer is gone. */
  abandon(): void {
    this.#closed = true
    this.#text = ''
  }
}
