import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

/** What is answered again to a request that is sent again. */
export interface SealedAnswer {
  readonly status: number
  readonly body: string
  readonly location: string | null
}

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * An answer may hold what is shown only once, so it is not kept as it stands: what opens it is the key of the account and
 * the client's name for the request, neither of which we keep.
 */
export function sealAnswer(answer: SealedAnswer, apiKey: string, name: string): Uint8Array {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, secretOf(apiKey, name), iv)
  const sealed = [cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed])
}

/** Null where another key of the account sealed it. */
export function openAnswer(sealed: Uint8Array, apiKey: string, name: string): SealedAnswer | null {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const decipher = createDecipheriv(ALGORITHM, secretOf(apiKey, name), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    const opened = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]
    return JSON.parse(Buffer.concat(opened).toString()) as SealedAnswer
  } catch {
    // The tag does not fit: sealed with another key.
    return null
  }
}

function secretOf(apiKey: string, name: string): Buffer {
  return hash('sha256', `${apiKey}\0${name}`, 'buffer')
}
