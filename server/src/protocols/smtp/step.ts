import type { BodyReader } from './body-reader.ts'
import type { MessageBody } from './message-body.ts'
import type { Reply } from './replies.ts'

/** Bytes that follow a command and are no commands. */
export interface Reception {
  readonly reader: BodyReader
  /** null: the bytes are swallowed. */
  readonly body: MessageBody | null
  finish(): Step | Promise<Step>
}

/** What comes of a command: a reply, and what the session does after it. */
export interface Step {
  readonly reply: Reply | null
  /** `reset` ends the transaction in the same turn as its answer: until then the message is in hand. */
  readonly after?: 'reset' | 'tls' | 'close'
  readonly reception?: Reception
}
