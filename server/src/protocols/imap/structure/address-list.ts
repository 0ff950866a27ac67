import { type AddressToken, tokeniseAddresses } from './address-tokens.ts'

/**
 * RFC 3501 §7.4.2. Only a group has no host: its name stands for the mailbox, and nothing but nulls ends it.
 * What is missing from a broken address is the empty string.
 */
export type Address = readonly [name: string | null, adl: string | null, mailbox: string | null, host: string | null]

const END_OF_GROUP: Address = [null, null, null, null]

/** RFC 5322 §3.4 with its obsolete forms. `field` is unfolded; after `max` addresses and marks of groups no more is read. */
export function parseAddressList(field: string, max: number): Address[] {
  const list = new AddressList()
  for (const token of tokeniseAddresses(field)) {
    if (list.length >= max) break
    list.take(token)
  }
  return list.end()
}

class AddressList {
  readonly #found: Address[] = []
  #words: AddressToken[] = []
  /** Whether an `@` is among the words. */
  #addressed = false
  /** What stands in angle brackets; `null` where there are none. */
  #angle: AddressToken[] | null = null
  #inAngle = false
  #inRoute = false
  #adl: string | null = null
  #comment = ''
  #inGroup = false

  get length(): number {
    return this.#found.length
  }

  take(token: AddressToken): void {
    if (token.kind === 'comment') this.#comment ||= token.text
    else if (token.kind !== 'mark') this.#collect(token)
    else if (token.text === '<') this.#openAngle()
    else if (token.text === '>') this.#inAngle = false
    else if (token.text === '@') this.#takeAt(token)
    else if (token.text === ':') this.#takeColon()
    else if (this.#inAngle && this.#inRoute) this.#collect(token)
    else {
      this.#flush()
      if (token.text === ';') this.#closeGroup()
    }
  }

  end(): Address[] {
    this.#flush()
    this.#closeGroup()
    return this.#found
  }

  #collect(token: AddressToken): void {
    if (this.#inAngle) this.#angle?.push(token)
    else this.#words.push(token)
  }

  /** Where there are several, the last counts. */
  #openAngle(): void {
    this.#angle = []
    this.#inAngle = true
    this.#inRoute = false
    this.#adl = null
  }

  #takeAt(token: AddressToken): void {
    if (!this.#inAngle) this.#addressed = true
    else if (this.#angle?.length === 0 && this.#adl === null) this.#inRoute = true
    this.#collect(token)
  }

  /** The end of a route, `<@a,@b:mailbox@host>` (RFC 5322 §4.4), or of a group's name. */
  #takeColon(): void {
    if (this.#inAngle) {
      if (this.#inRoute) this.#adl = join(this.#angle ?? [])
      this.#angle = []
      this.#inRoute = false
    } else if (this.#addressed) {
      this.#flush()
    } else if (!this.#inGroup) {
      this.#found.push([null, null, phrase(this.#words), null])
      this.#inGroup = true
      this.#reset()
    }
  }

  #closeGroup(): void {
    if (this.#inGroup) this.#found.push(END_OF_GROUP)
    this.#inGroup = false
  }

  #flush(): void {
    const words = this.#words
    if (this.#angle !== null) {
      this.#add(phrase(words), this.#angle.slice(...findAddress(this.#angle)))
    } else if (words.length > 0) {
      const [start, end] = findAddress(words)
      this.#add(phrase([...words.slice(0, start), ...words.slice(end)]), words.slice(start, end))
    }
    this.#reset()
  }

  #reset(): void {
    this.#words = []
    this.#addressed = false
    this.#angle = null
    this.#inAngle = false
    this.#inRoute = false
    this.#adl = null
    this.#comment = ''
  }

  #add(name: string, address: readonly AddressToken[]): void {
    const at = address.findLastIndex((token) => isMark(token, '@'))
    const mailbox = at < 0 ? phrase(address) : join(address.slice(0, at))
    const host = at < 0 ? '' : join(address.slice(at + 1))
    this.#found.push([name || this.#comment || null, this.#adl, mailbox, host])
  }
}

/** The words around the last `@` that hang together, or all of them where there is none. */
function findAddress(words: readonly AddressToken[]): [start: number, end: number] {
  const at = words.findLastIndex((token) => isMark(token, '@'))
  if (at < 0) return [0, words.length]
  let start = Math.max(at - 1, 0)
  while (start > 0 && hangTogether(words, start)) start--
  let end = Math.min(at + 2, words.length)
  while (end < words.length && hangTogether(words, end)) end++
  return [start, end]
}

/** RFC 5322 §4.4: there may be white space around the dots of an address. */
function hangTogether(words: readonly AddressToken[], at: number): boolean {
  const [before, after] = [words[at - 1], words[at]]
  return after?.glued === true || after?.text[0] === '.' || before?.text.at(-1) === '.'
}

function isMark(token: AddressToken, text: string): boolean {
  return token.kind === 'mark' && token.text === text
}

function join(tokens: readonly AddressToken[]): string {
  return tokens.map((token) => token.text).join('')
}

/** RFC 5322 §3.2.5: one space between words, as far as anything stood between them. */
function phrase(tokens: readonly AddressToken[]): string {
  return tokens.map((token, place) => (place === 0 || token.glued ? token.text : ` ${token.text}`)).join('')
}
