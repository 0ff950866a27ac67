import { DomainError } from './domain-error.ts'

/** A place in an inbox: after the message with this seq. Made by the server, never from a clock. */
export interface Cursor {
  readonly inboxId: string
  readonly seq: number
}

const FORM = /^([0-9a-hjkmnp-tv-z]{16})\.([0-9a-v]{1,11})$/

export function encodeCursor({ inboxId, seq }: Cursor): string {
  return Buffer.from(`${inboxId.slice(4)}.${seq.toString(32)}`).toString('base64url')
}

/** Null for what is no cursor of ours. */
export function decodeCursor(text: string): Cursor | null {
  const parts = text.length > 64 ? null : FORM.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (!parts) return null
  const cursor = { inboxId: `ibx_${parts[1]}`, seq: Number.parseInt(parts[2] as string, 32) }
  return encodeCursor(cursor) === text ? cursor : null
}

/** The seq that a cursor names in this inbox. One of another inbox is refused, whatever it says. */
export function seqAfter(text: string, inboxId: string): number {
  const cursor = decodeCursor(text)
  if (cursor?.inboxId === inboxId) return cursor.seq
  throw new DomainError('invalid_request', 'This is no cursor of this inbox.', {
    faults: [{ pointer: '/after', detail: 'is no cursor of this inbox: take it from an answer about this inbox' }],
  })
}
