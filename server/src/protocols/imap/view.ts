import type { Changes, Row, Snapshot } from './backend.ts'
import { BadCommand } from './refusal.ts'
import { type Range, type SequenceSet, settleRanges } from './sequence-set.ts'

/** A message and the number that the client knows it by. */
export interface Numbered {
  readonly seq: number
  readonly row: Row
}

/** A known message that is not as it was. */
export interface Altered extends Numbered {
  readonly before: Row
}

/** What most views have for as long as they are open. */
const NOTHING_GONE: ReadonlySet<number> = new Set()
const NO_KEYWORDS: ReadonlyMap<string, string> = new Map()

/**
 * The mailbox as the client has been told of it. RFC 3501 §7.4.1: a message that has gone keeps its number until its
 * EXPUNGE is sent, so that both sides always count alike.
 */
export class View {
  #rows: Row[]
  #modSeq: number
  /** Gone from the mailbox, and still in the client's numbers. */
  #gone = NOTHING_GONE
  #recent: Range[] = []
  /** By their name in small letters: the case of a flag does not matter, and the first spelling is kept. */
  #keywords = NO_KEYWORDS

  constructor(snapshot: Snapshot) {
    this.#rows = [...snapshot.rows]
    this.#modSeq = snapshot.modSeq
    this.learnKeywords(this.#rows)
  }

  get size(): number {
    return this.#rows.length
  }

  get rows(): readonly Row[] {
    return this.#rows
  }

  /** Up to here the view has followed the mailbox. */
  get modSeq(): number {
    return this.#modSeq
  }

  get lastUid(): number {
    return this.#rows.at(-1)?.uid ?? 0
  }

  get keywords(): readonly string[] {
    return [...this.#keywords.values()]
  }

  get recentCount(): number {
    return this.#rows.filter(({ uid }) => this.isRecent(uid)).length
  }

  isGone(uid: number): boolean {
    return this.#gone.has(uid)
  }

  isRecent(uid: number): boolean {
    return this.#recent.some(({ from, to }) => from <= uid && uid <= to)
  }

  /** RFC 3501 §2.3.2: these are \Recent here, and in no other session. */
  addRecent(from: number, to: number): void {
    if (from <= to) this.#recent = [...settleRanges([...this.#recent, { from, to }], to)]
  }

  /** Takes over what has happened. Says which messages are new, and which of the known ones are not as they were. */
  follow({ changed, vanished, modSeq }: Changes): { readonly arrived: Row[]; readonly altered: Altered[] } {
    if (vanished.length > 0) this.#gone = this.#gone.union(new Set(vanished.filter((uid) => this.#indexOf(uid) >= 0)))
    const last = this.lastUid
    const arrived = changed.filter(({ uid }) => uid > last)
    const altered = this.update(changed)
    for (const row of arrived) this.#rows.push(row)
    this.#modSeq = modSeq
    return { arrived, altered }
  }

  /** Replaces rows by newer ones. Says which of them differ from what the client knows. */
  update(rows: readonly Row[]): Altered[] {
    const altered: Altered[] = []
    for (const row of rows) {
      const index = this.#indexOf(row.uid)
      const known = this.#rows[index]
      if (known === undefined || row.modSeq <= known.modSeq || this.#gone.has(row.uid)) continue
      this.#rows[index] = row
      altered.push({ seq: index + 1, row, before: known })
    }
    return altered
  }

  /** Drops what has gone. The numbers, highest first: so none of them moves before it is named. */
  forgetGone(): readonly number[] {
    const numbers: number[] = []
    for (let index = this.#rows.length - 1; index >= 0; index -= 1) {
      if (this.#gone.has((this.#rows[index] as Row).uid)) numbers.push(index + 1)
    }
    if (numbers.length > 0) this.#rows = this.#rows.filter(({ uid }) => !this.#gone.has(uid))
    this.#gone = NOTHING_GONE
    return numbers
  }

  /** Whether one of these rows has a keyword that the client has not heard of in this mailbox. */
  learnKeywords(rows: readonly Row[]): boolean {
    const learnt = new Map<string, string>()
    for (const { flags } of rows) {
      for (const flag of flags) {
        const name = flag.toLowerCase()
        if (!flag.startsWith('\\') && !this.#keywords.has(name) && !learnt.has(name)) learnt.set(name, flag)
      }
    }
    if (learnt.size > 0) this.#keywords = new Map([...this.#keywords, ...learnt])
    return learnt.size > 0
  }

  /** The same messages under the numbers that they have now. */
  renumber(messages: readonly Numbered[]): Numbered[] {
    return messages.map(({ row }) => ({ seq: this.#indexOf(row.uid) + 1, row }))
  }

  /** RFC 3501 §6.4.8: UIDs that do not exist are passed over. */
  byUids(set: SequenceSet): Numbered[] {
    return settleRanges(set, this.lastUid).flatMap(({ from, to }) => {
      const found: Numbered[] = []
      for (let index = this.#lowerBound(from); index < this.#rows.length; index += 1) {
        const row = this.#rows[index] as Row
        if (row.uid > to) break
        found.push({ seq: index + 1, row })
      }
      return found
    })
  }

  /** RFC 3501 §9 `seq-number`: it is an error to name a number that no message has. "1:*" of nothing is nothing. */
  bySeqs(set: SequenceSet): Numbered[] {
    const open = ({ from, to }: Range) => from === Infinity || to === Infinity
    if (this.#rows.length === 0 && set.every(open)) return []
    return settleRanges(set, this.#rows.length).flatMap(({ from, to }) => {
      if (from < 1 || to > this.#rows.length) throw new BadCommand('There is no message with such a number')
      return this.#rows.slice(from - 1, to).map((row, index) => ({ seq: from + index, row }))
    })
  }

  #indexOf(uid: number): number {
    const index = this.#lowerBound(uid)
    return this.#rows[index]?.uid === uid ? index : -1
  }

  #lowerBound(uid: number): number {
    let [low, high] = [0, this.#rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#rows[middle] as Row).uid < uid) low = middle + 1
      else high = middle
    }
    return low
  }
}
