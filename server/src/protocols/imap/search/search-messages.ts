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
/** Rows that are looked at in one turn of the event loop. */
const ROWS_A_TURN = 500

/** The messages that the key fits, in their order. One after the other is read, and others get their turn between. */
export async function searchMessages(dialogue: Dialogue, selected: Selected, key: SearchKey): Promise<Numbered[]> {
  const { setup } = dialogue
  const deadline = setup.now() + setup.limits.searchMs
  const search = new Search(selected.view)
  const reads = costOf(key) > 0
  const found: Numbered[] = []
  // A message that arrives while this goes on is told afterwards: the client does not know its number yet.
  const rows = [...selected.view.rows]
  for (const [index, row] of rows.entries()) {
    const message = { seq: index + 1, row }
    if (reads || index % ROWS_A_TURN === ROWS_A_TURN - 1) {
      dialogue.checkEnd()
      if (setup.now() > deadline) throw new Refusal('LIMIT', 'The search takes too long, narrow it down')
      if (!reads || index % 8 === 7) await setImmediate()
    }
    if (selected.view.isGone(row.uid)) continue
    const text = new MessageText(selected.mailbox, row.uid)
    if (reads ? await search.fits(key, message, text) : search.fitsRow(key, message)) found.push(message)
  }
  return found
}

/** One message's texts, read when first needed. A message that has gone has none. */
class MessageText {
  readonly #mailbox: Mailbox
  readonly #uid: number
  #headers: readonly HeaderField[] | null = null
  #body: string | null = null

  constructor(mailbox: Mailbox, uid: number) {
    this.#mailbox = mailbox
    this.#uid = uid
  }

  async headers(): Promise<readonly HeaderField[]> {
    this.#headers ??= (await this.#mailbox.headers(this.#uid)) ?? []
    return this.#headers
  }

  async body(): Promise<string> {
    this.#body ??= fold((await this.#mailbox.text(this.#uid)) ?? '')
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
  return fields.some((field) => field.name.toLowerCase() === name && fold(field.value).includes(text))
}

function hasText(fields: readonly HeaderField[], text: string): boolean {
  return fields.some(({ name, value }) => fold(`${name}: ${value}`).includes(text))
}

function wasSent(fields: readonly HeaderField[], from: number, before: number): boolean {
  const date = fields.find(({ name }) => name.toLowerCase() === 'date')
  const day = date === undefined ? null : sentDay(date.value)
  return day !== null && isBetween(day, from, before)
}
