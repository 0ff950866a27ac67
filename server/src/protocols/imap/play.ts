// Test support: sessions on a stage, with wires that record, over one backend in memory.
import assert from 'node:assert/strict'
import { type Channel, DEFAULT_LIMITS, ImapSession, type Limits } from './session.ts'
import { TestBackend } from './test-backend.ts'

export interface Scene {
  readonly backend?: TestBackend
  readonly limits?: Partial<Limits>
  readonly startTls?: boolean
  readonly allowPlain?: boolean
  readonly tls?: boolean
  readonly now?: () => number
  /** Answers each write of the session. */
  readonly write?: (bytes: Uint8Array) => void | Promise<void>
}

export class Wire implements Channel {
  readonly events: string[] = []
  paused = false
  #text = ''
  #taken = 0
  readonly #answer: Scene['write']

  constructor(answer: Scene['write']) {
    this.#answer = answer
  }

  write(bytes: Uint8Array): void | Promise<void> {
    assert.ok(!this.closed, 'nothing is written after the end')
    this.#text += Buffer.from(bytes).toString('latin1')
    this.events.push('write')
    return this.#answer?.(bytes)
  }
  startTls(): void {
    this.events.push('startTls')
  }
  close(): void {
    this.events.push('close')
  }
  pause(): void {
    this.paused = true
  }
  resume(): void {
    this.paused = false
  }
  get closed(): boolean {
    return this.events.includes('close')
  }
  /** Everything said so far, one octet a character. */
  get text(): string {
    return this.#text
  }
  /** The responses since the last call. */
  take(): string[] {
    const text = this.#text.slice(this.#taken)
    this.#taken = this.#text.length
    return splitResponses(text)
  }
}

/** Responses without their CRLF; a literal is part of the response that it stands in (RFC 3501 §4.3). */
export function splitResponses(text: string): string[] {
  const responses: string[] = []
  for (let at = 0, start = 0; at < text.length; ) {
    const end = text.indexOf('\r\n', at)
    assert.ok(end >= 0, `a response ends with CRLF: ${text.slice(at, at + 80)}`)
    const literal = /\{(\d+)\}$/.exec(text.slice(at, end))
    at = end + 2
    if (literal !== null) at += Number(literal[1])
    else {
      responses.push(text.slice(start, end))
      start = at
    }
  }
  return responses
}

export class Stage {
  readonly wire: Wire
  readonly backend: TestBackend
  readonly errors: unknown[] = []
  readonly session: ImapSession

  constructor({ backend, limits, startTls, allowPlain, tls, now, write }: Scene = {}) {
    this.wire = new Wire(write)
    this.backend = backend ?? new TestBackend()
    this.session = new ImapSession({
      hostname: 'imap.test',
      backend: this.backend,
      channel: this.wire,
      limits: { ...DEFAULT_LIMITS, ...limits },
      startTls: startTls ?? true,
      allowPlain: allowPlain ?? true,
      tls: tls ?? false,
      id: { name: 'Test' },
      now: now ?? (() => 0),
      failed: (error) => this.errors.push(error),
    })
    this.session.greet()
  }

  /** Octets, one a character. */
  send(text: string): void {
    this.session.receive(Buffer.from(text, 'latin1'))
  }

  /** Sends a line, and gives the responses that come before the session waits for the next one. */
  async say(line: string): Promise<string[]> {
    this.send(`${line}\r\n`)
    return this.hear()
  }

  async hear(): Promise<string[]> {
    await this.settle()
    return this.wire.take()
  }

  /** Until only bytes of the client can move the session on. */
  async settle(): Promise<void> {
    for (let turns = 0; turns < 10_000; turns += 1) {
      await turn()
      if (this.wire.closed || this.session.waiting) return
    }
    assert.fail('the session does not come to rest')
  }

  /** Feeds chunks as a socket would: nothing comes while paused. */
  async feed(chunks: readonly Buffer[]): Promise<void> {
    for (const chunk of chunks) {
      while (this.wire.paused && !this.wire.closed) await turn()
      this.session.receive(chunk)
      await turn()
    }
    await this.settle()
  }
}

/** What is sent (its CRLF is added), and how each of the responses to it begins. */
export type Turn = readonly [send: string, ...expect: string[]]

/** Plays a conversation, and gives the stage it was played on. */
export async function stageAfter(script: readonly Turn[], scene: Scene = {}): Promise<Stage> {
  const stage = new Stage(scene)
  await play(script, stage)
  return stage
}

/** Plays a conversation line by line: each line gets exactly the responses named, in their order. */
export async function play(script: readonly Turn[], scene: Scene | Stage = {}): Promise<void> {
  const stage = scene instanceof Stage ? scene : new Stage(scene)
  await stage.hear()
  for (const [send, ...expect] of script) {
    const responses = await stage.say(send)
    const fits =
      responses.length === expect.length && expect.every((start, index) => responses[index]?.startsWith(start))
    assert.ok(fits, `${send}\nexpected ${JSON.stringify(expect, null, 1)}\ngot ${JSON.stringify(responses, null, 1)}`)
  }
}

export const loggedIn: readonly Turn[] = [['a LOGIN ann secret', 'a OK [CAPABILITY ']]

/** Logged in, with INBOX selected, and nothing left to hear. */
export async function select(scene: Scene = {}, verb = 'SELECT INBOX'): Promise<Stage> {
  const stage = await stageAfter(loggedIn, scene)
  const responses = await stage.say(`a ${verb}`)
  assert.match(responses.at(-1) ?? '', /^a OK /)
  return stage
}

/** A backend with so many messages in INBOX, none of them new. */
export function mailboxOf(count: number): TestBackend {
  const backend = new TestBackend()
  for (let index = 1; index <= count; index += 1) {
    backend.deliver(
      `From: s${index}@test\nSubject: Mail ${index}\nDate: Tue, ${index} Feb 2026 10:00:00 +0100\n\nText ${index}\n`,
    )
  }
  backend.inbox.recentFrom = count + 1
  return backend
}

/** Lets everything that is due happen. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
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
