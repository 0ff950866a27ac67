import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Service } from '../../lib/lifecycle.ts'
import { decodeMarks, decodeMessage, encodeMarks, encodeMessage } from './link-message.ts'
import { makeConnection } from './make-connection.ts'
import { type Names, namesOf } from './names.ts'
import { LATE_MS, Peers } from './peers.ts'
import type { RedisPlace } from './redis-place.ts'

const BEAT_MS = 1_000
const FAREWELL_MS = 250
const [HERE, LEAVING] = [1, 0]

export interface LinkWatcher {
  /** What another node has given to `publishRings`. */
  heard?(marks: readonly number[]): void
  /** `isHere` or `isWhole` is no longer what it was. */
  changed(link: RedisLink): void
  /** The last chance to say something. */
  leaving?(): Promise<void>
}

/**
 * The way to the other nodes. Two connections, because one that listens can do nothing else. Whether they work shows in
 * the node's own beat, which goes out by one and must come back by the other: so a server that hangs is noticed too.
 */
export class RedisLink implements Service {
  readonly name = 'redis'
  readonly names: Names
  /** The node's own, which tells what it says from what others say. */
  readonly tag = randomBytes(4).readUInt32LE()
  /** Rejects what cannot be sent at once. */
  readonly commands: Redis
  readonly #subscriber: Redis
  readonly #peers = new Peers()
  readonly #watchers: LinkWatcher[] = []
  #beat: NodeJS.Timeout | undefined
  #renewedAt = 0
  #wasHere = false
  #wasWhole = false
  #trouble = 'it has not answered yet'

  constructor(place: RedisPlace) {
    this.names = namesOf(place)
    this.commands = makeConnection(place)
    this.#subscriber = makeConnection(place)
    this.#subscriber.on('messageBuffer', (channel: Buffer, message: Buffer) => this.#receive(String(channel), message))
    this.#subscriber.on('ready', () => void this.#subscribe())
    this.commands.on('ready', () => void this.#say(HERE))
    for (const connection of [this.commands, this.#subscriber]) {
      connection.on('error', (error: Error) => {
        this.#trouble = error.message || 'the connection failed'
      })
      connection.on('close', () => {
        this.#peers.left(this.tag)
        this.#judge()
      })
    }
  }

  /** Whether this node hears what it says itself. */
  get isHere(): boolean {
    return this.#peers.isHeard(this.tag, performance.now())
  }

  /** Whether every other node can be heard, too. Where not, rings are lost. */
  get isWhole(): boolean {
    return this.isHere && !this.#peers.isOneMissing(performance.now())
  }

  /** What was last wrong, for people. */
  get trouble(): string {
    return this.#trouble
  }

  watch(watcher: LinkWatcher): void {
    this.#watchers.push(watcher)
  }

  /** Does not wait for Redis: nothing that matters depends on it. */
  async start(): Promise<void> {
    if (this.#beat) return
    this.#renewedAt = performance.now()
    this.#beat = setInterval(() => this.#tick(), BEAT_MS).unref()
    // A connection that cannot be made is tried again for ever, and says why in an event.
    for (const connection of [this.commands, this.#subscriber]) connection.connect().catch(() => undefined)
  }

  async stop(): Promise<void> {
    clearInterval(this.#beat)
    // A Redis that hangs is not waited for: then the others miss this node for a while.
    await Promise.race([this.#takeLeave(), pause(FAREWELL_MS, undefined, { ref: false })])
    this.commands.disconnect()
    this.#subscriber.disconnect()
  }

  /** Without marks it means all of them. */
  async publishRings(marks: readonly number[]): Promise<void> {
    await this.commands.publish(this.names.rings, encodeMessage(this.tag, encodeMarks(marks)))
  }

  async #takeLeave(): Promise<void> {
    for (const watcher of this.#watchers) await watcher.leaving?.()
    await this.#say(LEAVING)
  }

  async #subscribe(): Promise<void> {
    try {
      await this.#subscriber.subscribe(this.names.rings, this.names.beats)
      await this.#say(HERE)
    } catch (error) {
      this.#trouble = (error as Error).message
    }
  }

  #tick(): void {
    void this.#say(HERE)
    this.#judge()
    const now = performance.now()
    if (this.isHere || now - this.#renewedAt < LATE_MS) return
    // What hangs would do so for as long as TCP is patient.
    this.#renewedAt = now
    if (this.commands.status === 'ready') this.#trouble = 'it does not answer'
    for (const connection of [this.commands, this.#subscriber]) connection.disconnect(true)
  }

  async #say(what: number): Promise<void> {
    if (this.commands.status !== 'ready') return
    try {
      await this.commands.publish(this.names.beats, encodeMessage(this.tag, Buffer.of(what)))
    } catch (error) {
      this.#trouble = (error as Error).message
    }
  }

  #receive(channel: string, message: Buffer): void {
    const said = decodeMessage(message)
    if (!said) return
    if (channel === this.names.beats) this.#hearBeat(said.tag, said.body[0])
    else if (said.tag !== this.tag) for (const watcher of this.#watchers) watcher.heard?.(decodeMarks(said.body))
  }

  #hearBeat(tag: number, what: number | undefined): void {
    if (what === LEAVING) this.#peers.left(tag)
    else this.#peers.heard(tag, performance.now())
    this.#judge()
  }

  #judge(): void {
    const [isHere, isWhole] = [this.isHere, this.isWhole]
    if (isHere === this.#wasHere && isWhole === this.#wasWhole) return
    this.#wasHere = isHere
    this.#wasWhole = isWhole
    for (const watcher of this.#watchers) watcher.changed(this)
  }
}
