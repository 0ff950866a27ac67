import type { Rendition } from '../../domain/message.ts'

export interface RenditionOf {
  readonly inboxId: string
  readonly seq: number
  readonly rendition: Rendition
}

/** Renditions made while a commit is under way share the next one. */
export class RenditionQueue {
  readonly #write: (batch: readonly RenditionOf[]) => Promise<void>
  #waiting: RenditionOf[] = []
  #next: Promise<void> | null = null
  #current: Promise<void> = Promise.resolve()

  constructor(write: (batch: readonly RenditionOf[]) => Promise<void>) {
    this.#write = write
  }

  save(rendition: RenditionOf): Promise<void> {
    this.#waiting.push(rendition)
    this.#next ??= this.#current.then(() => {
      const batch = this.#waiting
      this.#waiting = []
      this.#next = null
      const written = this.#write(batch)
      this.#current = written.catch(() => undefined)
      return written
    })
    return this.#next
  }
}
