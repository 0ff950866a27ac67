import { decodeEncodedWords } from './encoded-words.ts'
import { cut, dropControls } from './header-fields.ts'

export type Mailbox = { readonly name: string; readonly address: string }

const MAX_ADDRESS = 320 // RFC 5321 §4.5.3.1: 64 + @ + 255
const MAX_NAME = 500

const SIMPLE = /^(?:"?([A-Za-z0-9 ._'-]*)"? )?<([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+)@([A-Za-z0-9.-]+)>$/
const BARE = /^([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+)@([A-Za-z0-9.-]+)$/
const ENCODED_WORD = /=\?[^?\s]{1,80}\?[bBqQ]\?[^?]*\?=/y
/** What ends an atom: white space and `"(,:;<>`. */
const ENDS_ATOM = new Set([...' \t"(,:;<>'].map((character) => character.charCodeAt(0)))
const LOCAL = /^(?:[^\s"(),:;<>@[\\\]]+|"(?:[^"\\]|\\.)*")$/
/** A literal holds an address of the network and nothing else (RFC 5321 §4.1.3). */
const DOMAIN = /^(?:[^\s"(),:;<>@[\\\]]+|\[[A-Za-z0-9.:-]+\])$/

/** A piece of a phrase or of an addr-spec. `glued`: nothing stood between it and the piece before. */
type Word = { text: string; raw: string; glued: boolean }

/**
 * RFC 5322 §3.4 with its obsolete forms; groups flattened, what has no address left out.
 * `field` is unfolded. One pass, each character looked at a bounded number of times.
 */
export function parseAddresses(field: string, max: number): Mailbox[] {
  const simple = SIMPLE.exec(field) ?? BARE.exec(field)
  if (simple !== null && !field.includes('=?')) {
    const [name, local, domain] = simple.length === 4 ? simple.slice(1) : ['', ...simple.slice(1)]
    const only = mailbox(name ?? '', `${local}@${domain}`)
    return only === undefined || max < 1 ? [] : [only]
  }
  return new AddressList(field, max).read()
}

function mailbox(name: string, address: string): Mailbox | undefined {
  const at = address.lastIndexOf('@')
  if (address.length > MAX_ADDRESS || !LOCAL.test(address.slice(0, Math.max(at, 0)))) return undefined
  const domain = address.slice(at + 1)
  if (!DOMAIN.test(domain)) return undefined
  // Only A–Z: other case pairs could turn one domain into another.
  const lower = domain.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const shown = name === '' ? '' : cut(dropControls(decodeEncodedWords(name)).trim(), MAX_NAME)
  return { name: shown, address: address.slice(0, at + 1) + lower }
}

class AddressList {
  readonly #text: string
  readonly #max: number
  readonly #found: Mailbox[] = []
  readonly #lastClose: number
  #at = 0
  #words: Word[] = []
  #angle = ''
  #comment = ''
  // Once one is left open there is no end for any later one: they are then ordinary characters.
  #quotesEnd = true
  #commentsEnd = true

  constructor(text: string, max: number) {
    this.#text = text
    this.#max = max
    this.#lastClose = text.lastIndexOf('>')
  }

  read(): Mailbox[] {
    let glued = false
    while (this.#at < this.#text.length && this.#found.length < this.#max) {
      const before = this.#words.length
      this.#step(glued)
      glued = this.#words.length > before
    }
    if (this.#found.length < this.#max) this.#flush()
    return this.#found
  }

  #step(glued: boolean): void {
    const character = this.#text[this.#at]
    if (character === '"' && this.#quotesEnd) this.#readQuoted(glued)
    else if (character === '(' && this.#commentsEnd) this.#readComment()
    else if (character === '<') this.#readAngle()
    else if (character === ',' || character === ';') {
      this.#flush()
      this.#at++
    } else if (character === ':') {
      this.#words = [] // the name of a group
      this.#at++
    } else if (!this.#readWord(glued)) this.#at++
  }

  #readWord(glued: boolean): boolean {
    const start = this.#at
    if (this.#text.startsWith('=?', start)) {
      ENCODED_WORD.lastIndex = start
      this.#at += ENCODED_WORD.exec(this.#text)?.[0].length ?? 0
    }
    while (this.#at < this.#text.length && !ENDS_ATOM.has(this.#text.charCodeAt(this.#at))) {
      // A domain literal may hold colons (RFC 5321 §4.1.3).
      const close = this.#text[this.#at] === '[' ? this.#text.slice(this.#at, this.#at + 64).indexOf(']') : -1
      this.#at += Math.max(close, 0) + 1
    }
    if (this.#at === start) return false
    const raw = this.#text.slice(start, this.#at)
    this.#words.push({ text: raw, raw, glued })
    return true
  }

  #readQuoted(glued: boolean): void {
    let text = ''
    for (let i = this.#at + 1; i < this.#text.length; i++) {
      if (this.#text[i] === '\\') i++
      else if (this.#text[i] === '"') {
        this.#words.push({ text, raw: this.#text.slice(this.#at, i + 1), glued })
        this.#at = i + 1
        return
      }
      text += this.#text[i] ?? ''
    }
    this.#quotesEnd = false
  }

  #readComment(): void {
    let depth = 0
    for (let i = this.#at; i < this.#text.length; i++) {
      const character = this.#text[i]
      if (character === '\\') i++
      else if (character === '(') depth++
      else if (character === ')' && --depth === 0) {
        this.#comment ||= this.#text.slice(this.#at + 1, i)
        this.#at = i + 1
        return
      }
    }
    this.#commentsEnd = false
  }

  #readAngle(): void {
    const closed = this.#at < this.#lastClose
    const comma = this.#text.indexOf(',', this.#at)
    const end = closed ? this.#text.indexOf('>', this.#at) : comma < 0 ? this.#text.length : comma
    const inside = this.#text.slice(this.#at + 1, end)
    // A stray `<` before the address is part of the name. RFC 5322 §4.4: a route before the address is ignored.
    const address = inside.slice(inside.lastIndexOf('<') + 1).replace(/^\s*@[^:]*:/, '')
    if (this.#angle === '') this.#angle = withoutComments(address)
    this.#at = closed ? end + 1 : end
  }

  #flush(): void {
    const { name, address } = this.#angle === '' ? this.#findAddress() : { name: this.#phrase(), address: this.#angle }
    const found = address === '' ? undefined : mailbox(name || this.#comment, address)
    if (found !== undefined) this.#found.push(found)
    this.#words = []
    this.#angle = ''
    this.#comment = ''
  }

  #phrase(from: readonly Word[] = this.#words): string {
    return from.map((word) => word.text).join(' ')
  }

  /** No angle brackets: the first run of glued pieces that has an `@` outside quotes. */
  #findAddress(): { name: string; address: string } {
    for (let i = 0; i < this.#words.length; i++) {
      let end = i + 1
      while (this.#words[end]?.glued === true) end++
      const run = this.#words.slice(i, end)
      if (run.some((word) => word.raw[0] !== '"' && word.raw.includes('@'))) {
        const name = this.#phrase([...this.#words.slice(0, i), ...this.#words.slice(end)])
        return { name, address: run.map((word) => word.raw).join('') }
      }
      i = end - 1
    }
    return { name: '', address: '' }
  }
}

/** RFC 5322 §3.4.1 allows comments and folds around the parts of an addr-spec; a quoted local part keeps its own. */
function withoutComments(address: string): string {
  if (!/[\s(]/.test(address)) return address
  const quoted = /^\s*"(?:[^"\\]|\\.)*"/.exec(address)?.[0] ?? ''
  return quoted.trim() + address.slice(quoted.length).replace(/\([^()]*\)|\s+/g, '')
}
