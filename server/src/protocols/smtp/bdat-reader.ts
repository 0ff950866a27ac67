import type { BodyRead, BodyReader } from './body-reader.ts'

/** RFC 3030 §2: exactly the declared octets, whatever they are. */
export class BdatReader implements BodyReader {
  #remaining: number

  constructor(size: number) {
    this.#remaining = size
  }

  read(chunk: Buffer, from: number): BodyRead {
    const next = Math.min(chunk.length, from + this.#remaining)
    this.#remaining -= next - from
    return { data: next > from ? chunk.subarray(from, next) : null, next, ended: this.#remaining === 0 }
  }
}
