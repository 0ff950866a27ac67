/** What a response breaks, and where. */
export class ProtocolError extends Error {
  constructor(what: string, text: string, at: number) {
    super(`${what} at ${at} of ${JSON.stringify(text.slice(0, 400))}`)
  }
}

// RFC 3501 §9. An atom of a response code or an item ends before "]"; a flag may begin with a backslash.
const ATOM = /[^\x00-\x20(){%*"\\\]\x7f-\xff]+/y
const ASTRING = /[^\x00-\x20(){%*"\\\x7f-\xff]+/y
const FLAG = /\\?[^\x00-\x20(){%*"\\\]\x7f-\xff]+|\\\*/y
const NUMBER = /(?:0|[1-9]\d*)(?!\d)/y
const QUOTED = /"((?:[^\x00\r\n"\\\x80-\xff]|\\["\\])*)"/y
const LITERAL = /\{(\d+)\}\r\n/y

/** Reads the text of one response and takes nothing that RFC 3501 §9 does not allow. One octet is one character. */
export class ImapText {
  readonly text: string
  #at = 0

  constructor(text: string) {
    this.text = text
  }

  fail(what: string): never {
    throw new ProtocolError(what, this.text, this.#at)
  }

  get rest(): string {
    return this.text.slice(this.#at)
  }

  get done(): boolean {
    return this.#at === this.text.length
  }

  end(): void {
    if (!this.done) this.fail('the end of the response expected')
  }

  /** Whether this stands here; if so, it is behind us. */
  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.#at)) return false
    this.#at += expected.length
    return true
  }

  expect(expected: string): void {
    if (!this.take(expected)) this.fail(`${JSON.stringify(expected)} expected`)
  }

  /** The pattern must be sticky. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.text)
    if (found) this.#at += found[0].length
    return found
  }

  atom(): string {
    return this.match(ATOM)?.[0] ?? this.fail('an atom expected')
  }

  astring(): string {
    return this.match(ASTRING)?.[0] ?? this.string()
  }

  flag(): string {
    return this.match(FLAG)?.[0] ?? this.fail('a flag expected')
  }

  number(): number {
    return Number(this.match(NUMBER)?.[0] ?? this.fail('a number expected'))
  }

  string(): string {
    return this.nstring() ?? this.fail('a string and not NIL expected')
  }

  nstring(): string | null {
    const quoted = this.match(QUOTED)
    if (quoted) return (quoted[1] as string).replace(/\\(.)/g, '$1')
    const literal = this.match(LITERAL)
    if (literal) return this.#octets(Number(literal[1]))
    return this.take('NIL') ? null : this.fail('a string or NIL expected')
  }

  /** `( … )` with single spaces between. */
  list<T>(read: () => T): T[] {
    const items: T[] = []
    this.expect('(')
    if (this.take(')')) return items
    do items.push(read())
    while (this.take(' '))
    this.expect(')')
    return items
  }

  #octets(size: number): string {
    const octets = this.text.slice(this.#at, this.#at + size)
    if (octets.length < size) this.fail('a literal is cut off')
    if (octets.includes('\0')) this.fail('NUL in a literal')
    this.#at += size
    return octets
  }
}
