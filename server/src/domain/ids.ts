import { randomBytes } from 'node:crypto'

/** Crockford's base 32: no letter that reads like another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const RANDOM_LENGTH = 16

export type Prefix = 'acc' | 'usr' | 'key' | 'dev' | 'ses' | 'inv' | 'aud' | 'ibx' | 'req'

/** 80 random bits: unguessable, and never met twice. */
export function newId(prefix: Prefix): string {
  const bytes = randomBytes(RANDOM_LENGTH)
  let id = `${prefix}_`
  for (const byte of bytes) id += ALPHABET[byte & 31]
  return id
}

export interface MessagePlace {
  readonly inboxId: string
  readonly seq: number
}

/** A message is found by its inbox and seq, so its id is made of both and needs no index of its own. */
export function messageId(inboxId: string, seq: number): string {
  return `msg_${inboxId.slice(4)}${seq.toString(32)}`
}

const MESSAGE_ID = /^msg_([0-9a-hjkmnp-tv-z]{16})([0-9a-v]{1,11})$/

export function parseMessageId(id: string): MessagePlace | null {
  const parts = MESSAGE_ID.exec(id)
  if (!parts) return null
  const seq = Number.parseInt(parts[2] as string, 32)
  return Number.isSafeInteger(seq) && seq > 0 ? { inboxId: `ibx_${parts[1]}`, seq } : null
}
