import { DomainError } from './domain-error.ts'
import { decodeSeqCursor, encodeSeqCursor } from './seq-cursor.ts'

/** A place in an inbox: after the message with this seq. Made by the server, never from a clock. */
export interface Cursor {
  readonly inboxId: string
  readonly seq: number
}

const MARK = '.'

export function encodeCursor({ inboxId, seq }: Cursor): string {
  return encodeSeqCursor({ id: inboxId, seq }, MARK)
}

/** Null for what is no cursor of ours. */
export function decodeCursor(text: string): Cursor | null {
  const cursor = decodeSeqCursor(text, 'ibx', MARK)
  return cursor && { inboxId: cursor.id, seq: cursor.seq }
}

/** The seq that a cursor names in this inbox. One of another inbox is refused, whatever it says. */
export function seqAfter(text: string, inboxId: string): number {
  const cursor = decodeCursor(text)
  if (cursor?.inboxId === inboxId) return cursor.seq
  throw new DomainError('invalid_request', 'This is no cursor of this inbox.', {
    faults: [{ pointer: '/after', detail: 'is no cursor of this inbox: take it from an answer about this inbox' }],
  })
}
