import type { BodySink } from './handler.ts'
import type { Limits } from './limits.ts'
import { LOCAL_ERROR, MESSAGE_TOO_BIG, type Reply, TEXT_LINE_TOO_LONG } from './replies.ts'
import { settle } from './settle.ts'
import { TextLineMeter } from './text-line-meter.ts'

/** One message on its way into its sink. Never throws or rejects: what goes wrong becomes the refusal. */
export class MessageBody {
  readonly #sink: BodySink
  readonly #messageBytes: number
  readonly #lines: TextLineMeter
  readonly #failed: (error: unknown) => void
  #size = 0
  #refusal: Reply | null = null
  #over = false

  constructor(sink: BodySink, limits: Limits, failed: (error: unknown) => void) {
    this.#sink = sink
    this.#messageBytes = limits.messageBytes
    this.#lines = new TextLineMeter(limits.textLine)
    this.#failed = failed
  }

  get size(): number {
    return this.#size
  }

  get refusal(): Reply | null {
    return this.#refusal
  }

  /** After a refusal the bytes are drained. */
  write(data: Buffer): void | Promise<void> {
    if (this.#over) return
    this.#size += data.length
    if (this.#size > this.#messageBytes) return this.#refuse(MESSAGE_TOO_BIG) // RFC 1870 §6.3
    if (!this.#lines.admit(data)) return this.#refuse(TEXT_LINE_TOO_LONG)
    return settle<void, void>(
      () => this.#sink.write(data),
      () => {},
      (error) => this.#blame(error),
    )
  }

  end(): Reply | Promise<Reply> {
    if (this.#refusal !== null) return this.#refusal
    this.#over = true
    return settle<Reply, Reply>(
      () => this.#sink.end(),
      (answer) => answer,
      (error) => {
        this.#failed(error)
        return LOCAL_ERROR
      },
    )
  }

  /** Does nothing once the sink has been told how it ends. */
  abort(): void {
    if (this.#over) return
    this.#over = true
    try {
      this.#sink.abort()
    } catch (error) {
      this.#failed(error)
    }
  }

  #refuse(refusal: Reply): void {
    this.#refusal = refusal
    this.abort()
  }

  #blame(error: unknown): void {
    // A write that fails because it was aborted is no news.
    if (this.#over) return
    this.#failed(error)
    this.#refuse(LOCAL_ERROR)
  }
}
