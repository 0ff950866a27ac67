import type { Limits } from './limits.ts'
import { BadCommand } from './refusal.ts'
import { MAX_NUMBER, parseSet, type SequenceSet } from './sequence-set.ts'

/** A command as it came: lines without their ends, one octet a character, and the literals between them. */
export interface Script {
  readonly lines: readonly string[]
  readonly literals: readonly string[]
}

// RFC 3501 §9. The classes are written as what they leave out.
const ATOM = /[^\x00-\x20(){%*"\\\]\x7f-\xff]+/y
const ASTRING_ATOM = /[^\x00-\x20(){%*"\\\x7f-\xff]+/y
const LIST_ATOM = /[^\x00-\x20(){"\\\x7f-\xff]+/y
// Octets above 127 are let through: clients send secrets and search words like that.
const QUOTED = /"([^"\\\r\n]*(?:\\["\\][^"\\\r\n]*)*)"/y
const NUMBER = /[0-9]+/y
const SET = /[0-9*:,]+/y
/** RFC 3501 §4.3, RFC 7888 §3: what ends a line that a literal follows. */
export const LITERAL_MARK = /\{([0-9]+)(\+?)\}$/

/** Reads a command from left to right. What does not fit the grammar is a BadCommand that says what was expected. */
export class Cursor {
  readonly limits: Limits
  readonly #script: Script
  #line = 0
  #at = 0
  #depth = 0

  constructor(script: Script, limits: Limits) {
    this.#script = script
    this.limits = limits
  }

  get #text(): string {
    return this.#script.lines[this.#line] as string
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length && this.#line === this.#script.lines.length - 1
  }

  /** At a literal that the client has announced and not yet sent. */
  get atPendingLiteral(): boolean {
    return this.#line >= this.#script.literals.length && this.#literalAhead() !== null
  }

  /** The next character, '' at the end of a line. */
  peek(): string {
    return this.#text.charAt(this.#at)
  }

  /** Takes the text if it is next, in any case. */
  skip(text: string): boolean {
    if (this.#text.substr(this.#at, text.length).toUpperCase() !== text) return false
    this.#at += text.length
    return true
  }

  /** Takes what the sticky expression finds here, or nothing. */
  match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)
    if (found !== null) this.#at += found[0].length
    return found
  }

  expect(text: string): void {
    if (!this.skip(text)) throw new BadCommand(`${text === ' ' ? 'A space' : `"${text}"`} expected${this.#where()}`)
  }

  space(): void {
    this.expect(' ')
  }

  end(): void {
    if (!this.atEnd) throw new BadCommand(`End of command expected${this.#where()}`)
  }

  atom(what: string): string {
    return this.#need(this.match(ATOM)?.[0], what)
  }

  /** An atom in capitals, for names whose case does not matter. */
  word(what: string): string {
    return this.atom(what).toUpperCase()
  }

  /** Octets, one a character. */
  astring(what: string): string {
    return this.match(ASTRING_ATOM)?.[0] ?? this.string(what)
  }

  /** RFC 3501 §9 `list-mailbox`: an astring in which % and * stand for others. */
  listMailbox(): string {
    return this.match(LIST_ATOM)?.[0] ?? this.string('a mailbox pattern')
  }

  string(what: string): string {
    return this.#need(this.#quoted() ?? this.#literal(), what)
  }

  nstring(what: string): string | null {
    return this.skip('NIL') ? null : this.string(what)
  }

  number(what: string): number {
    const value = Number(this.#need(this.match(NUMBER)?.[0], what))
    if (value > MAX_NUMBER) throw new BadCommand(`${what} is too large`)
    return value
  }

  /** RFC 7162 §7 `mod-sequence-valzer`, 63 bits. Nothing here has one that a number does not hold exactly. */
  modSeq(): number {
    return Math.min(Number(this.#need(this.match(NUMBER)?.[0], 'a mod-sequence')), Number.MAX_SAFE_INTEGER)
  }

  sequenceSet(): SequenceSet {
    return parseSet(this.#need(this.match(SET)?.[0], 'a sequence set'), this.limits.ranges)
  }

  /** One or more things in parentheses, or none where the grammar has an empty list. */
  list<T>(what: string, item: () => T, limit: number): T[] {
    this.expect('(')
    this.descend()
    const items: T[] = []
    while (!this.skip(')')) {
      if (items.length > 0) this.space()
      if (items.length >= limit) throw new BadCommand(`Too many in the list of ${what}`)
      items.push(item())
    }
    this.ascend()
    return items
  }

  /** Called before anything that can hold itself: no input may lead deeper than the limit. */
  descend(): void {
    this.#depth += 1
    if (this.#depth > this.limits.depth) throw new BadCommand('Too many parentheses inside each other')
  }

  ascend(): void {
    this.#depth -= 1
  }

  #quoted(): string | undefined {
    const text = this.match(QUOTED)?.[1]
    return text?.includes('\\') ? text.replaceAll(/\\(["\\])/g, '$1') : text
  }

  #literalAhead(): RegExpExecArray | null {
    if (this.peek() !== '{') return null
    const found = LITERAL_MARK.exec(this.#text)
    return found?.index === this.#at ? found : null
  }

  #literal(): string | undefined {
    if (this.#literalAhead() === null) return undefined
    const literal = this.#script.literals[this.#line]
    if (literal === undefined) return undefined
    this.#line += 1
    this.#at = 0
    return literal
  }

  #need<T>(found: T | undefined, what: string): T {
    if (found === undefined) throw new BadCommand(`Expected ${what}${this.#where()}`)
    return found
  }

  #where(): string {
    return this.#line === 0
      ? ` at character ${this.#at + 1}`
      : ` at character ${this.#at + 1} after literal ${this.#line}`
  }
}
