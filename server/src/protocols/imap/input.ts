import type { Watcher } from './backend.ts'
import { HeldLine, type Line } from './held-line.ts'
import type { Outlet } from './outlet.ts'

const LF = 0x0a

/** The one that sends. */
export interface Peer {
  /** It is to send no more for a while. */
  pause(): void
  resume(): void
}

/** What the peer sends, read by one reader at a time: a line, or so many bytes. */
export class Input implements Watcher {
  readonly #peer: Peer
  readonly #outlet: Pick<Outlet, 'flush'>
  readonly #highWater: number
  #chunks: Buffer[] = []
  #at = 0
  #buffered = 0
  #paused = false
  #ended = false
  #rung = false
  #wake: (() => void) | null = null

  constructor(peer: Peer, outlet: Pick<Outlet, 'flush'>, highWater: number) {
    this.#peer = peer
    this.#outlet = outlet
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
      this.#peer.pause()
    }
    this.#stir()
  }

  /** Something has happened that is no byte: who rests is woken. */
  ring(): void {
    if (this.#wake === null) this.#rung = true
    else this.#stir()
  }

  /** Nothing more is given to the reader, not even what has come. */
  end(): void {
    this.#ended = true
    this.clear()
    this.#stir()
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
      while (this.#chunks.length === 0 && !this.#ended) await this.rest()
      const chunk = this.#chunks[0]
      if (chunk === undefined) return null
      const end = chunk.indexOf(LF, this.#at)
      held.add(chunk, this.#at, end < 0 ? chunk.length : end)
      this.#skipTo(chunk, end < 0 ? chunk.length : end + 1)
      if (end >= 0) return held.take()
    }
  }

  /** Between 1 and `max` bytes, a view of what was received; null when nothing more will come. */
  async bytes(max: number): Promise<Buffer | null> {
    while (this.#chunks.length === 0 && !this.#ended) await this.rest()
    const chunk = this.#chunks[0]
    if (chunk === undefined) return null
    const end = Math.min(chunk.length, this.#at + max)
    const piece = chunk.subarray(this.#at, end)
    this.#skipTo(chunk, end)
    return piece
  }

  /**
   * Until something comes, nothing more will, or somebody rings; sometimes for nothing. What was said goes out before, and
   * while the peer does not read it, nothing of the peer is read. No frame of its own: thousands of sessions rest here.
   */
  rest(): Promise<void> | undefined {
    const unread = this.#outlet.flush()
    if (unread) return unread
    const awake = this.#rung || this.#ended || this.#chunks.length > 0
    this.#rung = false
    if (awake) return undefined
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #stir(): void {
    const wake = this.#wake
    this.#wake = null
    wake?.()
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
    if (!this.#ended) this.#peer.resume()
  }
}
