import { randomBytes } from 'node:crypto'

/** Crockford's base 32: no letter that reads like another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const RANDOM_LENGTH = 16

export type Prefix = 'acc' | 'usr' | 'key' | 'dev' | 'ses' | 'inv' | 'aud' | 'ibx' | 'req' | 'whk' | 'nod'

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

/** Likewise a delivery, by its endpoint. */
export function deliveryId(webhookId: string, seq: number): string {
  return `dlv_${webhookId.slice(4)}${seq.toString(32)}`
}

const PLACED_ID = /^(?:msg|dlv)_([0-9a-hjkmnp-tv-z]{16})([0-9a-v]{1,11})$/

export function parseMessageId(id: string): MessagePlace | null {
  const place = parsePlace(id, 'msg')
  return place && { inboxId: `ibx_${place.parent}`, seq: place.seq }
}

export interface DeliveryNumber {
  readonly webhookId: string
  readonly seq: number
}

export function parseDeliveryId(id: string): DeliveryNumber | null {
  const place = parsePlace(id, 'dlv')
  return place && { webhookId: `whk_${place.parent}`, seq: place.seq }
}

function parsePlace(id: string, prefix: 'msg' | 'dlv'): { parent: string; seq: number } | null {
  const parts = id.startsWith(prefix) ? PLACED_ID.exec(id) : null
  if (!parts) return null
  const seq = Number.parseInt(parts[2] as string, 32)
  return Number.isSafeInteger(seq) && seq > 0 ? { parent: parts[1] as string, seq } : null
}
