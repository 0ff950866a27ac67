import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { DomainError } from '../../domain/domain-error.ts'

const hashArgon2 = promisify(argon2)

/** What OWASP asks for at the least: 19 MiB, two passes, one lane. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const
const SALT_BYTES = 16
const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Each takes 19 MiB and a core for a while: two at once, and no more wait than are served in a few seconds. */
const AT_ONCE = 2
const MAX_WAITING = 64
const RETRY_SECONDS = 5

/** Hashes passwords with argon2id, off the main thread, a few at a time. */
export class PasswordHasher {
  /** Of no password: compared with where there is none, so that the work does not tell whether there is one. */
  readonly #nobody = `${PREFIX}${unpadded(randomBytes(SALT_BYTES))}$${unpadded(randomBytes(COST.tagLength))}`
  readonly #waiting: (() => void)[] = []
  #running = 0
  #made = 0

  /** How many have been made since the start. */
  get made(): number {
    return this.#made
  }

  /** A PHC string. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    return `${PREFIX}${unpadded(salt)}$${unpadded(await this.#derive(password, salt, COST))}`
  }

  /** False where there is none to compare with, after the same work. */
  async verify(password: string, phc: string | null): Promise<boolean> {
    const parts = PHC.exec(phc ?? this.#nobody)
    if (!parts) throw new Error('This is no argon2id hash.')
    const [, memory, passes, parallelism, salt = '', tag = ''] = parts
    const expected = Buffer.from(tag, 'base64')
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    const found = await this.#derive(password, Buffer.from(salt, 'base64'), { ...cost, tagLength: expected.length })
    return timingSafeEqual(found, expected) && phc !== null
  }

  async #derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
    await this.#enter()
    try {
      this.#made++
      return await hashArgon2('argon2id', { message: password.normalize('NFKC'), nonce, ...cost })
    } finally {
      this.#leave()
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < AT_ONCE) {
      this.#running++
      return
    }
    if (this.#waiting.length >= MAX_WAITING) {
      throw new DomainError('unavailable', 'Too many people sign in at this moment. Try again in a few seconds.', {
        retryAfter: RETRY_SECONDS,
      })
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Its place goes to whoever has waited longest. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly tagLength: number
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
