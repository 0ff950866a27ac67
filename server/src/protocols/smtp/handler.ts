import type { Reply } from './replies.ts'

/** What MAIL and RCPT have agreed on, as the sink of the message learns it. */
export interface Envelope {
  readonly helo: string
  readonly esmtp: boolean
  /** '' for the null reverse-path `<>`. */
  readonly from: string
  readonly to: readonly string[]
  readonly smtputf8: boolean
  readonly declaredSize: number | null
  readonly body8bit: boolean
}

/** Where one message goes. Every sink is told exactly one of `end` and `abort`, once. */
export interface BodySink {
  /**
   * The chunk is a view of the bytes received: copy what is kept.
   * A promise holds back further bytes until it settles. A throw or a rejection refuses the message with 451 4.3.0.
   */
  write(chunk: Buffer): void | Promise<void>
  /** The whole message has arrived, dots unstuffed. The reply is the client's answer. */
  end(): Reply | Promise<Reply>
  /** The message is gone: connection lost, over a limit, RSET between two BDATs, or `write` has failed. */
  abort(): void
}

/**
 * What the session asks of the world. Each may answer at once or later; the session reads on only after the answer.
 * A Reply under 400 accepts in its own words, any other refuses, and 421 also closes.
 */
export interface Handler {
  sender(from: string, declaredSize: number | null): Reply | null | Promise<Reply | null>
  recipient(to: string, declaredSize: number | null): Reply | null | Promise<Reply | null>
  /** Opens the sink of one message, before its first byte may come. */
  open(envelope: Envelope): BodySink
  /** A callback or a sink has thrown or rejected, and the client is told 451: the place to log it. */
  failed?(error: unknown): void
}
