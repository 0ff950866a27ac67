import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** 256 random bits, as they stand in a cookie or a link. Shown to one person, and kept nowhere. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

const SHAPE = /^[\w-]{43}$/

/** What is kept in its place. Null for what cannot be a token of ours. */
export function tokenHash(token: string): Buffer | null {
  return SHAPE.test(token) ? hash('sha256', token, 'buffer') : null
}
