import type { Response } from './imap-response.ts'

/** RFC 3501 §7.4.1: numbers must not shift under a command that names messages by number. */
const NUMBERS_HOLD = new Set(['FETCH', 'STORE', 'SEARCH'])

/** A mailbox as a client must believe it to be. Throws where the server contradicts itself. */
export class ImapView {
  /** By sequence number, from 1 at index 0; null where the UID was not told yet. */
  readonly #uids: (number | null)[] = []
  readonly #modSeqs = new Map<number, number>()

  get count(): number {
    return this.#uids.length
  }

  get uids(): readonly (number | null)[] {
    return this.#uids
  }

  /** `verb` is the command in progress, '' where there is none. */
  hear(response: Response, verb: string): void {
    if (response.kind === 'EXISTS') this.#grow(response.number)
    else if (response.kind === 'EXPUNGE') this.#remove(response.number, verb)
    else if (response.kind === 'FETCH') this.#learn(response.number, response.data)
  }

  #grow(count: number): void {
    if (count < this.count) throw new Error(`EXISTS went from ${this.count} to ${count}`)
    while (this.count < count) this.#uids.push(null)
  }

  #remove(number: number, verb: string): void {
    if (verb === '' || NUMBERS_HOLD.has(verb)) throw new Error(`EXPUNGE while in ${verb || 'no command'}`)
    if (number > this.count) throw new Error(`EXPUNGE of ${number} where there are ${this.count}`)
    this.#uids.splice(number - 1, 1)
  }

  #learn(number: number, { uid, modSeq }: { readonly uid?: number; readonly modSeq?: number }): void {
    if (number > this.count) throw new Error(`FETCH of ${number} where there are ${this.count}`)
    const known = this.#uids[number - 1] ?? null
    if (uid !== undefined) this.#name(number, uid, known)
    const name = uid ?? known
    if (name === null || modSeq === undefined) return
    const before = this.#modSeqs.get(name) ?? 0
    if (modSeq < before) throw new Error(`MODSEQ of UID ${name} went from ${before} to ${modSeq}`)
    this.#modSeqs.set(name, modSeq)
  }

  #name(number: number, uid: number, known: number | null): void {
    if (known !== null && known !== uid) throw new Error(`message ${number} had UID ${known} and now has ${uid}`)
    const below = this.#uids.slice(0, number - 1).findLast((other) => other !== null) ?? 0
    const above = this.#uids.slice(number).find((other) => other !== null) ?? Number.POSITIVE_INFINITY
    if (uid <= below || uid >= above) throw new Error(`UID ${uid} does not rise with the number ${number}`)
    this.#uids[number - 1] = uid
  }
}
