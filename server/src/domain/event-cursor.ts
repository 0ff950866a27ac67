/** A place in an account's log: after the event with this seq. */
export interface EventCursor {
  readonly accountId: string
  readonly seq: number
}

const FORM = /^([0-9a-hjkmnp-tv-z]{16}):([0-9a-v]{1,11})$/

export function encodeEventCursor({ accountId, seq }: EventCursor): string {
  return Buffer.from(`${accountId.slice(4)}:${seq.toString(32)}`).toString('base64url')
}

/** Null for what is no cursor of ours. */
export function decodeEventCursor(text: string): EventCursor | null {
  const parts = text.length > 64 ? null : FORM.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (!parts) return null
  const cursor = { accountId: `acc_${parts[1]}`, seq: Number.parseInt(parts[2] as string, 32) }
  return encodeEventCursor(cursor) === text ? cursor : null
}
