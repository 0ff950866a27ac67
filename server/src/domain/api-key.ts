import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6

export const KEY_SCOPES = ['full', 'read', 'codes'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** What whoever made it could do for the account: what is the owner's alone no key can do. */
export type KeyRole = 'admin' | 'member'

/** The key of an account, or the token of one command line on one device. */
export type KeyPrefix = 'tk_' | 'tkc_'

export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly prefix: KeyPrefix
  readonly last4: string
  readonly scope: KeyScope
  readonly role: KeyRole
  readonly createdAt: number
  readonly createdBy: string | null
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
}

export function newKeyText(prefix: KeyPrefix = 'tk_'): string {
  let body: string = prefix
  for (let i = 0; i < RANDOM_LENGTH; i++) body += BASE62[randomInt(BASE62.length)]
  return body + checksum(body)
}

const SHAPE = /^(tkc?_)[0-9A-Za-z]{36}$/

/** True for what we could have issued: the rest is refused without asking the store. */
export function isKeyText(text: string): boolean {
  if (!SHAPE.test(text)) return false
  const body = text.slice(0, -CHECKSUM_LENGTH)
  return timingSafeEqual(Buffer.from(checksum(body)), Buffer.from(text.slice(-CHECKSUM_LENGTH)))
}

export function keyPrefix(text: string): KeyPrefix {
  return text.startsWith('tkc_') ? 'tkc_' : 'tk_'
}

export function hashKey(text: string): Buffer {
  return Buffer.from(keyDigest(text), 'latin1')
}

/** The SHA-256 as a string of 32 characters: the quickest form to make and to look up. */
export function keyDigest(text: string): string {
  return hash('sha256', text, 'latin1')
}

function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62[rest % BASE62.length] + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}
