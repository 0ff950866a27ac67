import { formatReply, type Reply } from './replies.ts'

/** The wire, as the session uses it. */
export interface Channel {
  write(text: string): void
  /** Start the handshake after what was written; bytes already received belong to nobody. */
  startTls(): void
  /** Close after what was written is flushed. */
  close(): void
  pause(): void
  resume(): void
}

/** RFC 2920 §3.2: collects replies, so that a pipeline of commands is answered in one write. */
export class Outlet {
  readonly #channel: Channel
  #text = ''
  #paused = false

  constructor(channel: Channel) {
    this.#channel = channel
  }

  say(reply: Reply): void {
    this.#text += formatReply(reply)
  }

  flush(): void {
    if (this.#text === '') return
    const text = this.#text
    this.#text = ''
    this.#channel.write(text)
  }

  pause(): void {
    if (this.#paused) return
    this.#paused = true
    this.#channel.pause()
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#channel.resume()
  }

  startTls(): void {
    this.flush()
    this.#channel.startTls()
  }

  close(): void {
    this.flush()
    this.#channel.close()
  }
}
