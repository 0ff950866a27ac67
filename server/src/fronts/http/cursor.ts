/** Where a page ends: opaque to clients, made of the inbox and the seq of its last message. */
export interface Cursor {
  readonly inboxId: string
  readonly seq: number
}

const INSIDE = /^(ibx_[0-9a-z]{1,32}):([1-9][0-9]{0,15})$/

export function encodeCursor({ inboxId, seq }: Cursor): string {
  return Buffer.from(`${inboxId}:${seq}`).toString('base64url')
}

/** Null for what we have never given out. */
export function decodeCursor(text: string): Cursor | null {
  const parts = INSIDE.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (!parts) return null
  const cursor = { inboxId: parts[1] as string, seq: Number(parts[2]) }
  // Node skips what is not base64url: only the exact text is ours.
  return encodeCursor(cursor) === text && Number.isSafeInteger(cursor.seq) ? cursor : null
}
