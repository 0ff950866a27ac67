import type { MimeReader, Store } from '../../domain/ports.ts'
import { RecentCache } from '../../lib/recent-cache.ts'

export interface StructureDeps {
  readonly store: Pick<Store, 'raw' | 'mailboxes'>
  readonly mime: Pick<MimeReader, 'structure'>
  onBackgroundError(error: unknown, task: string): void
}

/** In characters, most of them of one byte. A structure is a few hundred. */
const MAX_KEPT = 8 * 1024 * 1024
const MAX_EACH = 64 * 1024

/**
 * How messages are made, in the packed form of the store. A message never changes and its UID is never another's, so
 * what was read once is right for as long as anybody asks: sessions in one mailbox ask for the same messages.
 */
export class Structures {
  readonly #deps: StructureDeps
  readonly #recent = new RecentCache<string>({ maxWeight: MAX_KEPT, maxEach: MAX_EACH, weigh: ({ length }) => length })
  /** Whoever asks at the same moment shares the answer. */
  readonly #underWay = new Map<string, Promise<string | null>>()

  constructor(deps: StructureDeps) {
    this.#deps = deps
  }

  /** Made from the source at the first asking, and kept; made anew where `read` knows nothing of its form (null). */
  async read<T>(id: string, uid: number, read: (packed: string) => T | null): Promise<T | null> {
    const packed = await this.#find(id, uid, (kept) => read(kept) !== null)
    return packed === null ? null : read(packed)
  }

  /** The messages are gone. */
  forget(id: string, uids: readonly number[]): void {
    for (const uid of uids) this.#recent.delete(placeOf(id, uid))
  }

  #find(id: string, uid: number, isGood: (kept: string) => boolean): Promise<string | null> {
    const place = placeOf(id, uid)
    const recent = this.#recent.get(place)
    if (recent !== undefined) return Promise.resolve(recent)
    let finding = this.#underWay.get(place)
    if (!finding) {
      finding = this.#findOrMake(id, uid, isGood).finally(() => this.#underWay.delete(place))
      this.#underWay.set(place, finding)
    }
    return finding
  }

  async #findOrMake(id: string, uid: number, isGood: (kept: string) => boolean): Promise<string | null> {
    const kept = await this.#deps.store.mailboxes.structure(id, uid)
    const packed = kept !== null && isGood(kept) ? kept : await this.#make(id, uid)
    if (packed !== null) this.#recent.set(placeOf(id, uid), packed)
    return packed
  }

  async #make(id: string, uid: number): Promise<string | null> {
    const raw = await this.#deps.store.raw(id, uid)
    if (!raw) return null
    const structure = await this.#deps.mime.structure(raw)
    // Nobody waits for this. What could not be kept is made again by the next one.
    this.#deps.store.mailboxes
      .saveStructure(id, uid, structure)
      .catch((error: unknown) => this.#deps.onBackgroundError(error, 'save a structure'))
    return structure
  }
}

function placeOf(id: string, uid: number): string {
  return `${id}:${uid}`
}
