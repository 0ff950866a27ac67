const TAG_BYTES = 4
const MARK_BYTES = 4

/** What a node says: who it is, and then what. */
export interface LinkMessage {
  readonly tag: number
  readonly body: Buffer
}

export function encodeMessage(tag: number, body: Uint8Array): Buffer {
  const message = Buffer.allocUnsafe(TAG_BYTES + body.length)
  message.writeUInt32LE(tag)
  message.set(body, TAG_BYTES)
  return message
}

/** Null for what is none. */
export function decodeMessage(message: Buffer): LinkMessage | null {
  if (message.length < TAG_BYTES) return null
  return { tag: message.readUInt32LE(), body: message.subarray(TAG_BYTES) }
}

export function encodeMarks(marks: readonly number[]): Buffer {
  const body = Buffer.allocUnsafe(MARK_BYTES * marks.length)
  for (const [i, mark] of marks.entries()) body.writeUInt32LE(mark, MARK_BYTES * i)
  return body
}

/** What is too short at the end to be a mark is left out. */
export function decodeMarks(body: Buffer): number[] {
  const marks: number[] = []
  for (let at = 0; at + MARK_BYTES <= body.length; at += MARK_BYTES) marks.push(body.readUInt32LE(at))
  return marks
}
