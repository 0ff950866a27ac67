// Test support: a session on a stage, with a wire that records and a handler that keeps the mail it gets.
import assert from 'node:assert/strict'
import {
  type BodySink,
  type Channel,
  DEFAULT_LIMITS,
  type Envelope,
  type Handler,
  type Limits,
  type Reply,
  SmtpSession,
} from './session.ts'

export interface Scene extends Partial<Handler> {
  readonly limits?: Partial<Limits>
  readonly startTls?: boolean
  readonly tls?: boolean
  /** Replaces single methods of the keeping sink. */
  readonly sink?: Partial<BodySink>
}

export interface Kept {
  readonly envelope: Envelope
  readonly body: string
  readonly writes: number
}

export class Wire implements Channel {
  readonly writes: string[] = []
  readonly events: string[] = []
  paused = false

  write(text: string): void {
    this.writes.push(text)
    this.events.push('write')
  }
  startTls(): void {
    this.events.push('startTls')
  }
  close(): void {
    this.events.push('close')
  }
  pause(): void {
    this.paused = true
    this.events.push('pause')
  }
  resume(): void {
    this.paused = false
    this.events.push('resume')
  }
  get closed(): boolean {
    return this.events.includes('close')
  }
  /** Every reply said so far, its lines joined with '\n'. */
  get replies(): string[] {
    const found = this.writes.join('').match(/(?:\d{3}-.*\r\n)*\d{3} .*\r\n/g) ?? []
    assert.equal(found.join(''), this.writes.join(''), 'nothing but well-formed replies')
    return found.map((reply) => reply.slice(0, -2).replaceAll('\r\n', '\n'))
  }
}

export class Stage {
  readonly wire = new Wire()
  readonly kept: Kept[] = []
  readonly errors: unknown[] = []
  readonly session: SmtpSession
  opened = 0
  aborted = 0

  constructor({ limits, startTls, tls, sink, ...handler }: Scene = {}) {
    this.session = new SmtpSession({
      hostname: 'mx.test',
      handler: {
        sender: () => null,
        recipient: () => null,
        open: (envelope) => this.#keep(envelope, sink ?? {}),
        failed: (error) => this.errors.push(error),
        ...handler,
      },
      channel: this.wire,
      limits: { ...DEFAULT_LIMITS, ...limits },
      startTls: startTls ?? true,
      tls: tls ?? false,
    })
    this.session.greet()
  }

  send(text: string): void {
    this.session.receive(Buffer.from(text, 'utf8'))
  }

  /** Feeds chunks as a socket would: nothing comes while paused. */
  async feed(chunks: readonly Buffer[]): Promise<void> {
    for (const chunk of chunks) {
      while (this.wire.paused && !this.wire.closed) await turn()
      this.session.receive(chunk)
    }
    do await turn()
    while (this.session.buffered > 0 && this.wire.paused)
    await turn()
  }

  #keep(envelope: Envelope, sink: Partial<BodySink>): BodySink {
    this.opened += 1
    const chunks: Buffer[] = []
    return {
      write: (chunk) => {
        chunks.push(Buffer.from(chunk))
        return sink.write?.(chunk)
      },
      end: () => {
        this.kept.push({ envelope, body: Buffer.concat(chunks).toString('latin1'), writes: chunks.length })
        return sink.end?.() ?? { code: 250, text: '2.0.0 Kept' }
      },
      abort: () => {
        this.aborted += 1
        sink.abort?.()
      },
    }
  }
}

/** What is sent (its CRLF is added), and the code or the first words of the one reply it gets; null for no reply yet. */
export type Turn = readonly [send: string, expect: number | string | null]

/** Plays a conversation, and gives the stage it was played on. */
export async function stageAfter(script: readonly Turn[], scene: Scene = {}): Promise<Stage> {
  const stage = new Stage(scene)
  await play(script, stage)
  return stage
}

/** Plays a conversation line by line: every line must get exactly one reply before the next is sent. */
export async function play(script: readonly Turn[], scene: Scene | Stage = {}): Promise<void> {
  const stage = scene instanceof Stage ? scene : new Stage(scene)
  for (const [send, expect] of script) {
    const before = stage.wire.replies.length
    stage.send(`${send}\r\n`)
    if (stage.wire.replies.length === before) await turn()
    const replies = stage.wire.replies.slice(before)
    if (expect === null) {
      assert.deepEqual(replies, [], send)
      continue
    }
    assert.equal(replies.length, 1, `one reply to ${send}, not ${JSON.stringify(replies)}`)
    assert.ok(replies[0]?.startsWith(`${expect}`), `${send}: ${expect} expected, got ${replies[0]}`)
  }
}

export const refuseEveryone: Scene = { recipient: () => ({ code: 550, text: '5.1.1 No such inbox' }) }

export const toOne: readonly Turn[] = [
  ['EHLO client.test', 250],
  ['MAIL FROM:<a@sender.test>', '250 2.1.0'],
  ['RCPT TO:<b@mx.test>', '250 2.1.5'],
]

/** Lets everything that is due happen. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

export interface Later<T> {
  readonly promise: Promise<T>
  resolve(value: T): void
  reject(error: unknown): void
}

export function later<T = Reply | null>(): Later<T> {
  return Promise.withResolvers<T>()
}

export function cut(stream: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0, index = 0; at < stream.length; index += 1) {
    const size = sizes.length === 0 ? stream.length : Math.max(1, sizes[index % sizes.length] ?? 1)
    // A copy: the session must not lean on bytes that are not in its chunk.
    chunks.push(Buffer.from(stream.subarray(at, at + size)))
    at += size
  }
  return chunks
}

/** RFC 5321 §4.5.2, the client's half. */
export function stuff(body: string): string {
  return `\r\n${body}`.replaceAll('\r\n.', '\r\n..').slice(2)
}
