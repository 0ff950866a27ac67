import { type BodyPlace, releaseBody } from './bodies.ts'
import type { Database } from './database.ts'

/** The sources that a transaction lets go of, so that each body is touched once however many go from it. */
export class Releases {
  readonly #byBody = new Map<number, BodyPlace[]>()

  add(place: BodyPlace): void {
    const places = this.#byBody.get(place.no)
    if (places) places.push(place)
    else this.#byBody.set(place.no, [place])
  }

  /** Before the transaction commits. */
  carryOut(db: Database): void {
    for (const [bodyNo, places] of this.#byBody) releaseBody(db, bodyNo, places)
    this.#byBody.clear()
  }
}
