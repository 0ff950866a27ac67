import { setImmediate } from 'node:timers/promises'
import type { HeaderField, Mailbox } from '../backend.ts'
import { sentDay } from '../date-time.ts'
import type { Dialogue, Selected } from '../dialogue.ts'
import { hasFlag } from '../flags.ts'
import { Refusal } from '../refusal.ts'
import { inRanges, type SequenceSet, settleRanges } from '../sequence-set.ts'
import type { Numbered, View } from '../view.ts'
import { costOf, fold, type SearchKey } from './search-key.ts'

const DAY = 86_400_000
/** What is looked at in one turn of the event loop: so many rows, or one message, or one text of this length. */
const ROWS_A_TURN = 500
const LONG_TEXT = 100_000

/** The messages that the key fits, in their order. One after the other is read, and others get their turn between. */
export async function searchMessages(dialogue: Dialogue, selected: Selected, key: SearchKey): Promise<Numbered[]> {
  const { view, mailbox } = selected
  const pause = makePause(dialogue)
  const search = new Search(view)
  const reads = costOf(key) > 0
  const found: Numbered[] = []
  // A message that arrives while this goes on is told afterwards: the client does not know its number yet.
  for (const [index, row] of [...view.rows].entries()) {
    if (reads || index % ROWS_A_TURN === ROWS_A_TURN - 1) await pause()
    if (view.isGone(row.uid)) continue
    const message = { seq: index + 1, row }
    const fits = reads
      ? await search.fits(key, message, new MessageText(mailbox, row.uid, pause))
      : search.fitsRow(key, message)
    if (fits) found.push(message)
  }
  return found
}

/** Lets others have their turn; and the moment to stop, where the time is over or the session is. */
function makePause(dialogue: Dialogue): () => Promise<void> {
  const { now, limits } = dialogue.setup
  const deadline = now() + limits.searchMs
  return async () => {
    dialogue.checkEnd()
    if (now() > deadline) throw new Refusal('LIMIT', 'The search takes too long, narrow it down')
    await setImmediate()
  }
}

/** One message's texts, folded, read when first needed. A message that has gone has none. */
class MessageText {
  readonly #mailbox: Mailbox
  readonly #uid: number
  readonly #pause: () => Promise<void>
  #headers: readonly HeaderField[] | null = null
  #body: string | null = null

  constructor(mailbox: Mailbox, uid: number, pause: () => Promise<void>) {
    this.#mailbox = mailbox
    this.#uid = uid
    this.#pause = pause
  }

  async headers(): Promise<readonly HeaderField[]> {
    if (this.#headers === null) {
      const fields = (await this.#mailbox.headers(this.#uid)) ?? []
      this.#headers = fields.map(({ name, value }) => ({ name: fold(name), value: fold(value) }))
    }
    return this.#headers
  }

  /** Looking through a long text takes a while, each time. */
  async body(): Promise<string> {
    this.#body ??= fold((await this.#mailbox.text(this.#uid)) ?? '')
    if (this.#body.length > LONG_TEXT) await this.#pause()
    return this.#body
  }
}

/** Keys, as one client's numbers make them mean. */
class Search {
  readonly #view: View
  readonly #sets = new Map<SearchKey, SequenceSet>()

  constructor(view: View) {
    this.#view = view
  }

  async fits(key: SearchKey, message: Numbered, text: MessageText): Promise<boolean> {
    switch (key.kind) {
      case 'not':
        return !(await this.fits(key.key, message, text))
      case 'and':
        for (const one of key.keys) if (!(await this.fits(one, message, text))) return false
        return true
      case 'or':
        for (const one of key.keys) if (await this.fits(one, message, text)) return true
        return false
      case 'header':
        return hasField(await text.headers(), key.name, key.text)
      case 'sent':
        return wasSent(await text.headers(), key.from, key.before)
      case 'body':
        return (await text.body()).includes(key.text)
      case 'text':
        return hasText(await text.headers(), key.text) || (await text.body()).includes(key.text)
      default:
        return this.fitsRow(key, message)
    }
  }

  /** For keys that need no more than the row. */
  fitsRow(key: SearchKey, message: Numbered): boolean {
    const { row } = message
    switch (key.kind) {
      case 'all':
        return true
      case 'flag':
        return hasFlag(row.flags, key.flag)
      case 'recent':
        return this.#view.isRecent(row.uid)
      case 'set':
        return this.#isInSet(key, message)
      case 'larger':
        return row.size > key.size
      case 'smaller':
        return row.size < key.size
      case 'received':
        return isBetween(Math.floor(row.internalDate / DAY), key.from, key.before)
      case 'modseq':
        return row.modSeq >= key.modSeq
      case 'not':
        return !this.fitsRow(key.key, message)
      case 'and':
        return key.keys.every((one) => this.fitsRow(one, message))
      case 'or':
        return key.keys.some((one) => this.fitsRow(one, message))
      default:
        return false
    }
  }

  #isInSet(key: SearchKey & { kind: 'set' }, { seq, row }: Numbered): boolean {
    let ranges = this.#sets.get(key)
    if (ranges === undefined) {
      ranges = settleRanges(key.set, key.uid ? this.#view.lastUid : this.#view.size)
      this.#sets.set(key, ranges)
    }
    return inRanges(ranges, key.uid ? row.uid : seq)
  }
}

function isBetween(day: number, from: number, before: number): boolean {
  return from <= day && day < before
}

/** RFC 3501 §6.4.4: an empty text fits every message that has the field. */
function hasField(fields: readonly HeaderField[], name: string, text: string): boolean {
  return fields.some((field) => field.name === name && field.value.includes(text))
}

function hasText(fields: readonly HeaderField[], text: string): boolean {
  return fields.some(({ name, value }) => `${name}: ${value}`.includes(text))
}

function wasSent(fields: readonly HeaderField[], from: number, before: number): boolean {
  const date = fields.find(({ name }) => name === 'date')
  const day = date === undefined ? null : sentDay(date.value)
  return day !== null && isBetween(day, from, before)
}
