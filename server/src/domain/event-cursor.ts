import { decodeSeqCursor, encodeSeqCursor } from './seq-cursor.ts'

/** A place in an account's log: after the event with this seq. */
export interface EventCursor {
  readonly accountId: string
  readonly seq: number
}

const MARK = ':'

export function encodeEventCursor({ accountId, seq }: EventCursor): string {
  return encodeSeqCursor({ id: accountId, seq }, MARK)
}

/** Null for what is no cursor of ours. */
export function decodeEventCursor(text: string): EventCursor | null {
  const cursor = decodeSeqCursor(text, 'acc', MARK)
  return cursor && { accountId: cursor.id, seq: cursor.seq }
}
