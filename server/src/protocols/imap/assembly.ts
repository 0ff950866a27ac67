import { Cursor } from './cursor.ts'
import type { Line } from './held-line.ts'
import type { Limits } from './limits.ts'
import { BadCommand, Farewell, Refusal } from './refusal.ts'

export interface Literal {
  readonly size: number
  /** The client waits to be asked for it (RFC 3501 §4.3); if not, it comes whatever we say (RFC 7888 §3). */
  readonly synchronising: boolean
}

export type Trouble = BadCommand | Refusal | Farewell

/** What came: a command ready to be parsed, or one that can only be refused. */
export interface Received {
  /** null: no tag can be read. */
  readonly tag: string | null
  /** In capitals, with its UID prefix; '' where there is none. */
  readonly verb: string
  /** Behind the verb. */
  readonly cursor: Cursor
  /** A message that the client is about to send, and that nobody has read yet. */
  readonly upload: Literal | null
  readonly trouble: Trouble | null
}

/** What the reader must know of the conversation. */
export interface Desk {
  readonly limits: Limits
  /** What the next command may cost, as the state has it. */
  readonly bounds: Pick<Limits, 'commandBytes' | 'swallowBytes'>
  /** Why a command with this verb cannot be performed now: then its literals are not asked for. */
  objection(verb: string): BadCommand | null
  /** Whether the literal at the end of what has come so far is a message. May throw what is wrong with the rest. */
  awaitsMessage(verb: string, cursor: Cursor): boolean
  /** Asks for a literal. */
  proceed(): Promise<void>
}

// RFC 3501 §9: `tag` is ASTRING-CHAR without "+".
const HEAD = /([^\x00-\x20(){%*"\\+\x7f-\xff]{1,100}) ((?:UID )?[A-Z]+)(?= |$)/iy
const TAG = /^[^\x00-\x20(){%*"\\+\x7f-\xff]{1,100}(?= |$)/

/** A command in the making. */
export class Assembly {
  trouble: Trouble | null = null
  readonly #desk: Desk
  readonly #bounds: Desk['bounds']
  readonly #lines: string[] = []
  readonly #literals: string[] = []
  #room: number
  #literalsSeen = 0
  #swallowed = 0

  constructor(desk: Desk) {
    this.#desk = desk
    this.#bounds = desk.bounds
    this.#room = this.#bounds.commandBytes
  }

  /** Octets that may still come. */
  get room(): number {
    return Math.max(0, this.#room)
  }

  addLine({ text, overlong }: Line): void {
    if (overlong) this.trouble ??= new BadCommand('The command is too long')
    if (text.includes('\0') || text.includes('\r')) this.trouble ??= new BadCommand('NUL or CR in the command')
    this.#room -= text.length
    // What is refused is read to its end, and only its tag is kept.
    if (this.trouble === null || this.#lines.length === 0) this.#lines.push(text)
  }

  addLiteral(bytes: string): void {
    if (bytes.includes('\0')) this.trouble ??= new BadCommand('NUL in a literal') // RFC 3501 §9 CHAR8
    this.#room -= bytes.length
    this.#literals.push(bytes)
  }

  judge(literal: Literal): 'read' | 'message' | 'refuse' {
    const { limits } = this.#desk
    const message = this.#awaitsMessage()
    const limit = message ? limits.messageBytes : Math.min(limits.literalBytes, this.room)
    if (literal.size > limit) this.trouble ??= new Refusal('TOOBIG', 'The literal is too large')
    this.#literalsSeen += 1
    if (this.#literalsSeen > limits.literals) this.trouble = new Farewell('Too many literals')
    if (this.trouble === null) return message ? 'message' : 'read'
    // RFC 7888 §4: what comes all the same is read and thrown away, if that has an end.
    if (!literal.synchronising) this.#swallowed += literal.size
    if (this.#swallowed > this.#bounds.swallowBytes) this.trouble = new Farewell('The literal is too large')
    return 'refuse'
  }

  receive(upload: Literal | null): Received {
    const cursor = new Cursor({ lines: this.#lines, literals: this.#literals }, this.#desk.limits)
    const head = cursor.match(HEAD)
    const tag = head?.[1] ?? TAG.exec(this.#lines[0] as string)?.[0] ?? null
    if (head === null) this.trouble ??= new BadCommand(tag === null ? 'A tag is needed' : 'A command is needed')
    return { tag, verb: head?.[2]?.toUpperCase() ?? '', cursor, upload, trouble: this.trouble }
  }

  #awaitsMessage(): boolean {
    if (this.trouble !== null) return false
    const { verb, cursor, trouble } = this.receive(null)
    this.trouble = trouble ?? this.#desk.objection(verb)
    if (this.trouble !== null) return false
    try {
      return this.#desk.awaitsMessage(verb, cursor)
    } catch (error) {
      if (!(error instanceof BadCommand || error instanceof Refusal)) throw error
      this.trouble = error
      return false
    }
  }
}
