import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** RFC 6238 §5.2: a clock may be one step off. */
const DRIFT = [0, -1, 1]
/** RFC 4226 §4 R6: 160 bits. */
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** In base 32, as people copy it into an authenticator. */
export function newTotpSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replace(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)] as string)
}

/** What authenticators read from a picture. */
export function otpauthUrl(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}

/** RFC 4226 §5.3. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) as number) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** RFC 6238 §4.2. */
export function totpStep(now: number): number {
  return Math.floor(now / 1_000 / STEP_SECONDS)
}

/** The step that this code belongs to; null where it is none of now. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const given = Buffer.from(code.replaceAll(' ', ''))
  const steps = DRIFT.map((drift) => totpStep(now) + drift)
  const found = steps.filter((step) => {
    const expected = Buffer.from(totpCode(secret, step))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return found[0] ?? null
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
