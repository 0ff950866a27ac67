import { BLOCKS, FORMATTING, HEADINGS, SPECIAL, TABLE_PARTS, VOID } from './element-kinds.ts'
import { escapeText } from './escape-html.ts'

/** Chromium flattens from 512, with html and body counted. */
const MAX_DEPTH = 500
const MAX_ELEMENTS = 100_000
/** Looking through what is open costs time even where nothing comes of it. */
const MAX_STEPS = 10_000_000
const MAX_LENGTH = 32 * 1024 * 1024

type Open = { readonly name: string; readonly tag: string }

/** HTML §13.2.4.2: no end tag and no implied end reaches out of a cell, a caption or a table. */
const SCOPES = new Set(['caption', 'table', 'td', 'th'])
const TABLE_BODIES = new Set(['tbody', 'thead', 'tfoot'])
/** Where text and ordinary elements may not stand: a browser would move them to before the table. */
const TABLE_INSIDES = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr', 'colgroup'])

/**
 * Writes elements so that they read back as written: each is closed in its turn, paragraphs and list items end where a
 * browser would end them, and what stands loose in a table gets a cell.
 */
export class TreeWriter {
  readonly #parts: string[] = []
  readonly #stack: Open[] = []
  /** How many of a name are open, so that an end tag which closes nothing costs no search. */
  readonly #open = new Map<string, number>()
  /** Start tags left out for their depth, whose end tags are still to come. */
  readonly #flattened = new Map<string, number>()
  #elements = 0
  #steps = 0
  #length = 0
  #afterPre = false

  /** `tag` makes the start tag, if it is to be written. */
  start(name: string, tag: () => string): void {
    if (this.#isFull()) return
    if (this.#stack.length >= MAX_DEPTH && !VOID.has(name)) {
      this.#flattened.set(name, (this.#flattened.get(name) ?? 0) + 1)
      return
    }
    if (TABLE_PARTS.has(name)) {
      if (!this.#enterTable(name)) return
    } else {
      this.#endImplied(name)
      this.#enterCell()
    }
    this.#push({ name, tag: tag() })
  }

  end(name: string): void {
    if (this.#isFull() || VOID.has(name)) return
    const flattened = this.#flattened.get(name) ?? 0
    if (flattened > 0) {
      this.#flattened.set(name, flattened - 1)
    } else if (HEADINGS.has(name)) {
      this.#popTo(this.#find((open) => HEADINGS.has(open), SCOPES))
    } else if (name === 'table' || TABLE_PARTS.has(name)) {
      if (this.#isOpen(name)) this.#popTo(this.#find((open) => open === name, new Set(['table'])))
    } else if (this.#isOpen(name)) {
      this.#endOrdinary(name)
    }
  }

  text(text: string): void {
    const kept = this.#afterPre ? text.replace(/^[\r\n]+/, '') : text // a browser drops the first line feed in a pre
    if (kept === '') return
    if (/[^\t\n\f\r ]/.test(kept)) this.#enterCell()
    this.#write(escapeText(kept))
  }

  /** Closes what is open and gives all that was written. */
  finish(): string {
    this.#popTo(0)
    return this.#parts.join('')
  }

  #isFull(): boolean {
    return this.#elements >= MAX_ELEMENTS || this.#length >= MAX_LENGTH || ++this.#steps > MAX_STEPS
  }

  #isOpen(name: string): boolean {
    return (this.#open.get(name) ?? 0) > 0
  }

  #top(): string {
    return this.#stack.at(-1)?.name ?? 'body'
  }

  /** The innermost open element of a name, or -1 where one of `bounds` comes first. */
  #find(matches: (name: string) => boolean, bounds: ReadonlySet<string>): number {
    for (let at = this.#stack.length - 1; at >= 0; at--) {
      const name = this.#stack[at]?.name ?? ''
      this.#steps++
      if (matches(name)) return at
      if (bounds.has(name)) return -1
    }
    return -1
  }

  #write(text: string): void {
    this.#afterPre = false
    this.#length += text.length
    this.#parts.push(text)
  }

  #push(element: Open): void {
    this.#elements++
    this.#write(element.tag)
    if (VOID.has(element.name)) return
    this.#stack.push(element)
    this.#open.set(element.name, (this.#open.get(element.name) ?? 0) + 1)
    this.#afterPre = element.name === 'pre'
  }

  /** Closes everything from this place of the stack on; nothing where it is -1. */
  #popTo(at: number): Open[] {
    if (at < 0) return []
    const popped = this.#stack.splice(at)
    for (const { name } of popped.toReversed()) {
      this.#open.set(name, (this.#open.get(name) ?? 1) - 1)
      this.#write(`</${name}>`)
    }
    return popped
  }

  /** HTML §13.2.6.4.7, "in body": the ends that a start tag implies. */
  #endImplied(name: string): void {
    if (name === 'li' || name === 'dd' || name === 'dt') this.#endItem(name)
    if (BLOCKS.has(name) && this.#isOpen('p')) this.#popTo(this.#find((open) => open === 'p', SCOPES))
    if (HEADINGS.has(name) && HEADINGS.has(this.#top())) this.#popTo(this.#stack.length - 1)
    if (name === 'a' && this.#isOpen('a')) this.#endOrdinary('a')
  }

  #endItem(name: string): void {
    const ends = name === 'li' ? (open: string) => open === 'li' : (open: string) => open === 'dd' || open === 'dt'
    const at = this.#find((open) => ends(open) || (SPECIAL.has(open) && !/^(?:address|div|p)$/.test(open)), SCOPES)
    if (ends(this.#stack[at]?.name ?? '')) this.#popTo(at)
  }

  /** A formatting element closed out of turn does not take with it what was opened inside (HTML §13.2.6.4.7, adoption). */
  #endOrdinary(name: string): void {
    const at = this.#find((open) => open === name, SCOPES)
    if (at < 0) return
    if (SPECIAL.has(name)) {
      this.#popTo(at)
      return
    }
    const throughBlock = this.#find((open) => SPECIAL.has(open), SCOPES) > at
    if (FORMATTING.has(name)) {
      const reopened = this.#popTo(at).slice(1)
      for (const element of reopened) {
        if (!(throughBlock || FORMATTING.has(element.name)) || this.#isFull()) continue
        this.#endImplied(element.name)
        this.#push(element)
      }
    } else if (!throughBlock) this.#popTo(at)
  }

  /** Goes to where a part of a table may stand, and says whether there is such a place. */
  #enterTable(part: string): boolean {
    if (!this.#isOpen('table')) return false
    const isCell = part === 'td' || part === 'th'
    const fits = (open: string) =>
      open === 'table' ||
      ((isCell || part === 'tr') && TABLE_BODIES.has(open)) ||
      (isCell && open === 'tr') ||
      (part === 'col' && open === 'colgroup')
    this.#popTo(this.#find(fits, new Set()) + 1)
    if (part === 'col' && this.#top() === 'table') this.#push({ name: 'colgroup', tag: '<colgroup>' })
    if ((isCell || part === 'tr') && this.#top() === 'table') this.#push({ name: 'tbody', tag: '<tbody>' })
    if (isCell && TABLE_BODIES.has(this.#top())) this.#push({ name: 'tr', tag: '<tr>' })
    return true
  }

  #enterCell(): void {
    if (TABLE_INSIDES.has(this.#top()) && this.#enterTable('td')) this.#push({ name: 'td', tag: '<td>' })
  }
}
