import type { Answer, RecordType, Resolve } from './name-servers.ts'

const MAX_LOOKUPS = 100
const LOOKUP_MS = 2_000
const MAX_RECORDS = 200
const MAX_TEXT = 32 * 1024
/** RFC 1035 §2.3.4; an underscore and the rest of ASCII may stand in a label of a TXT record's name. */
const NAME = /^(?=.{1,253}$)(?:[\x21-\x2d\x2f-\x7e]{1,63}\.)+[\x21-\x2d\x2f-\x7e]{1,63}$/

/** Carries what mailauth looks at: a code like those of node:dns, and for SPF the result that follows from it. */
class LookupError extends Error {
  readonly code: string
  readonly spfResult: { readonly error: 'permerror'; readonly text: string } | undefined

  constructor(code: string, message: string, isPermanent = false) {
    super(message)
    this.code = code
    this.spfResult = isPermanent ? { error: 'permerror', text: message } : undefined
  }
}

/** All the questions that one mail may ask: so many, for so long. */
export class Inquiry {
  readonly #ask: Resolve
  readonly #deadline: number
  readonly #unanswered = new Set<string>()
  #lookups = 0

  /** The deadline is a moment of `performance.now()`. */
  constructor(resolve: Resolve, deadline: number) {
    this.#ask = resolve
    this.#deadline = deadline
  }

  /** Whether a question about this name got no answer, so that a later one might. */
  isUnanswered(name: string): boolean {
    return this.#unanswered.has(name.toLowerCase())
  }

  get hasUnanswered(): boolean {
    return this.#unanswered.size > 0
  }

  get isOver(): boolean {
    return performance.now() >= this.#deadline
  }

  /** In the form that mailauth calls. */
  readonly ask = async (name: string, type: string): Promise<string[][]> => {
    if (!NAME.test(name)) throw new LookupError('ENOTFOUND', 'This is no name that could be asked for.')
    if (++this.#lookups > MAX_LOOKUPS) throw new LookupError('EINVALIDVAL', 'It asks for too many names.', true)
    const answer = await this.#resolve(name, type as RecordType)
    if (isTooMuch(answer)) throw new LookupError('EINVALIDVAL', `The records of ${name} are too large.`, true)
    return answer as string[][]
  }

  async #resolve(name: string, type: RecordType): Promise<Answer> {
    const late = Promise.withResolvers<never>()
    const tooLate = new LookupError('ETIMEOUT', 'no answer in time')
    const left = Math.max(0, Math.min(LOOKUP_MS, this.#deadline - performance.now()))
    const timer = setTimeout(() => late.reject(tooLate), left)
    try {
      if (this.isOver) throw tooLate
      return await Promise.race([this.#ask(name, type), late.promise])
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'ENOTFOUND' || code === 'ENODATA') throw new LookupError(code, message)
      this.#unanswered.add(name.toLowerCase())
      // One code for all that may pass: mailauth takes some of the others for "there is no such record".
      throw new LookupError('ETIMEOUT', `${name}: ${message}`)
    } finally {
      clearTimeout(timer)
    }
  }
}

function isTooMuch(answer: Answer): boolean {
  if (!Array.isArray(answer) || answer.length > MAX_RECORDS) return true
  const text = answer.flat().reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)
  return text > MAX_TEXT
}
