/** Sixteen characters of an id behind its prefix, and a seq. */
const FORM = /^([0-9a-hjkmnp-tv-z]{16})(.)([0-9a-v]{1,11})$/
const MAX_LENGTH = 64

export interface SeqCursor {
  readonly id: string
  readonly seq: number
}

/** Opaque to clients. The mark keeps cursors of different kinds apart. */
export function encodeSeqCursor({ id, seq }: SeqCursor, mark: string): string {
  return Buffer.from(`${id.slice(4)}${mark}${seq.toString(32)}`).toString('base64url')
}

/** Null for what is no cursor of ours. */
export function decodeSeqCursor(text: string, prefix: string, mark: string): SeqCursor | null {
  const parts = text.length > MAX_LENGTH ? null : FORM.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (parts?.[2] !== mark) return null
  const cursor = { id: `${prefix}_${parts[1]}`, seq: Number.parseInt(parts[3] as string, 32) }
  // Node skips what is not base64url: only the exact text is ours.
  return encodeSeqCursor(cursor, mark) === text ? cursor : null
}
