export interface BodyRead {
  /** The message's bytes, null when there were none. */
  readonly data: Buffer | null
  readonly next: number
  /** The body ends before `next`: what follows is a command. */
  readonly ended: boolean
}

/** Takes a message's bytes out of the chunks that carry it. */
export interface BodyReader {
  read(chunk: Buffer, from: number): BodyRead
}
