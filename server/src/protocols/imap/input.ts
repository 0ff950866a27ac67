import { HeldLine, type Line } from './held-line.ts'

const LF = 0x0a

export interface Flow {
  /** The peer is to send no more for a while. */
  pause(): void
  resume(): void
  /** The reader is about to wait for the peer. */
  waits(): Promise<void>
}

/** What the peer sends, read by one reader at a time: a line, or so many bytes. */
export class Input {
  readonly #flow: Flow
  readonly #highWater: number
  #chunks: Buffer[] = []
  #at = 0
  #buffered = 0
  #paused = false
  #ended = false
  #wake: (() => void) | null = null

  constructor(flow: Flow, highWater: number) {
    this.#flow = flow
    this.#highWater = highWater
  }

  /** Bytes received and not yet read. */
  get buffered(): number {
    return this.#buffered
  }

  /** The reader waits for the peer. */
  get waiting(): boolean {
    return this.#wake !== null
  }

  push(chunk: Buffer): void {
    if (this.#ended || chunk.length === 0) return
    this.#chunks.push(chunk)
    this.#buffered += chunk.length
    if (this.#buffered > this.#highWater && !this.#paused) {
      this.#paused = true
      this.#flow.pause()
    }
    this.#wake?.()
  }

  /** Nothing more is given to the reader, not even what has come. */
  end(): void {
    this.#ended = true
    this.clear()
    this.#wake?.()
  }

  clear(): void {
    this.#chunks = []
    this.#at = 0
    this.#consumed(this.#buffered)
  }

  /**
   * Up to LF, or CR and LF; null when nothing more will come. RFC 3501 §2.2 says CRLF, but who types a command by hand
   * sends LF, and would wait forever.
   */
  async line(limit: number): Promise<Line | null> {
    const held = new HeldLine(limit)
    for (;;) {
      const chunk = this.#chunks[0] ?? (await this.#more())
      if (chunk === null) return null
      const end = chunk.indexOf(LF, this.#at)
      held.add(chunk, this.#at, end < 0 ? chunk.length : end)
      this.#skipTo(chunk, end < 0 ? chunk.length : end + 1)
      if (end >= 0) return held.take()
    }
  }

  /** Between 1 and `max` bytes, a view of what was received; null when nothing more will come. */
  async bytes(max: number): Promise<Buffer | null> {
    const chunk = this.#chunks[0] ?? (await this.#more())
    if (chunk === null) return null
    const end = Math.min(chunk.length, this.#at + max)
    const piece = chunk.subarray(this.#at, end)
    this.#skipTo(chunk, end)
    return piece
  }

  #skipTo(chunk: Buffer, at: number): void {
    this.#consumed(at - this.#at)
    this.#at = at
    if (at < chunk.length) return
    this.#chunks.shift()
    this.#at = 0
  }

  #consumed(count: number): void {
    this.#buffered -= count
    if (!this.#paused || this.#buffered > this.#highWater / 2) return
    this.#paused = false
    if (!this.#ended) this.#flow.resume()
  }

  async #more(): Promise<Buffer | null> {
    if (!this.#ended) await this.#flow.waits()
    while (!this.#ended && this.#chunks.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
      this.#wake = null
    }
    return this.#chunks[0] ?? null
  }
}
