import type { IncomingMail } from '../../app/deliver.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { BodySink, Reply } from '../../protocols/smtp/session.ts'
import { ChunkList } from './chunk-list.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { isDiskFull, SpoolFile } from './spool-file.ts'

export interface SinkOptions {
  readonly budget: MemoryBudget
  readonly spoolDir: string
  /** The smallest of the recipients' limits: all of them have the mail, or none. */
  readonly maxBytes: number
  /** The trace header that goes before the message. */
  readonly trace: Buffer
  readonly refuse: (error: DomainError) => Reply
  readonly deliver: (mail: Pick<IncomingMail, 'raw' | 'head' | 'sizeBytes'>) => Promise<Reply>
}

const SPILL_FROM = 2 * 1024 * 1024
/** While memory is short, only what is smaller than this stays there. */
const SPILL_EARLY_FROM = 64 * 1024
const WRITE_BYTES = 256 * 1024
/** The header summary looks no further than this. */
const HEAD_BYTES = 64 * 1024

const TOO_LARGE = new DomainError('message_too_large', 'The message is larger than one of its inboxes takes.')

/** Takes one message from the session to `deliver`, through memory or, where it is large, through a file. */
export class MailSink implements BodySink {
  readonly #options: SinkOptions
  readonly #chunks = new ChunkList()
  #spool: SpoolFile | null = null
  #refusal: DomainError | null = null
  #aborted = false
  #head: Buffer | null = null
  #bytes = 0

  constructor(options: SinkOptions) {
    this.#options = options
  }

  write(chunk: Buffer): void | Promise<void> {
    this.#bytes += chunk.byteLength
    if (this.#tooLarge || this.#refusal) return
    this.#options.budget.take(chunk.byteLength)
    this.#chunks.push(chunk)
    if (this.#spool) return this.#chunks.bytes >= WRITE_BYTES ? this.#toDisk(this.#spill(this.#spool)) : undefined
    const spillFrom = this.#options.budget.exhausted ? SPILL_EARLY_FROM : SPILL_FROM
    if (this.#bytes >= spillFrom) return this.#toDisk(this.#startSpilling())
  }

  async end(): Promise<Reply> {
    try {
      if (this.#tooLarge) return this.#options.refuse(TOO_LARGE)
      if (this.#refusal) return this.#options.refuse(this.#refusal)
      return await (this.#spool ? this.#deliverSpooled(this.#spool) : this.#deliverBytes())
    } finally {
      await this.#discard()
    }
  }

  abort(): void {
    this.#aborted = true
    // Nobody waits for this: a file that cannot be closed any more is closed with the process.
    this.#discard().catch(() => undefined)
  }

  get #tooLarge(): boolean {
    return this.#bytes > this.#options.maxBytes
  }

  async #startSpilling(): Promise<void> {
    const spool = await SpoolFile.create(this.#options.spoolDir)
    // The client may have gone while the file was opened.
    if (this.#aborted) return spool.close()
    this.#spool = spool
    await this.#spill(spool)
  }

  /** A full disk is no failure of ours: the rest of the mail is drained, and its end answered with "later". */
  async #toDisk(writing: Promise<void>): Promise<void> {
    try {
      await writing
    } catch (error) {
      if (!isDiskFull(error)) throw error
      this.#refusal = new DomainError('storage_full', 'The disk of the spool is full.', { cause: error })
      await this.#discard()
    }
  }

  async #spill(spool: SpoolFile): Promise<void> {
    const bytes = this.#chunks.bytes
    const chunks = this.#chunks.take()
    if (!this.#head) {
      this.#head = Buffer.concat(chunks, Math.min(bytes, HEAD_BYTES))
      chunks.unshift(this.#options.trace)
    }
    this.#options.budget.release(bytes)
    await spool.append(chunks)
  }

  async #deliverBytes(): Promise<Reply> {
    const { trace, budget, deliver } = this.#options
    const kept = this.#chunks.bytes
    const raw = Buffer.concat([trace, ...this.#chunks.take()])
    try {
      return await deliver({ raw, head: raw.subarray(trace.byteLength), sizeBytes: raw.byteLength })
    } finally {
      // Not before: while a slow disk keeps mails waiting, they are in memory.
      budget.release(kept)
    }
  }

  async #deliverSpooled(spool: SpoolFile): Promise<Reply> {
    await this.#toDisk(this.#spill(spool))
    if (this.#refusal) return this.#options.refuse(this.#refusal)
    const sizeBytes = this.#options.trace.byteLength + this.#bytes
    return this.#options.deliver({ raw: spool.pieces(), head: this.#head as Buffer, sizeBytes })
  }

  async #discard(): Promise<void> {
    this.#options.budget.release(this.#chunks.bytes)
    this.#chunks.take()
    const spool = this.#spool
    this.#spool = null
    await spool?.close()
  }
}
