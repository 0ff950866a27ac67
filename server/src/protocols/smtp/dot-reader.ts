import type { BodyRead, BodyReader } from './body-reader.ts'

const CR = 0x0d
const LF = 0x0a
const DOT = 0x2e
const CRLF_DOT = Buffer.from('\r\n.')
const CR_HELD_BACK = Buffer.from('\r')

/** Where the next byte stands: `line` is after a real CRLF, `dot` and `dot-cr` after bytes not passed on yet. */
type State = 'line' | 'dot' | 'dot-cr' | 'text' | 'text-cr'

/**
 * RFC 5321 §4.1.1.4: the message ends with CRLF.CRLF and nothing else; §2.3.8: a CR or LF alone ends no line.
 * The state outlives the chunk, so the cuts between chunks do not matter.
 */
export class DotReader implements BodyReader {
  #state: State = 'line'

  read(chunk: Buffer, from: number): BodyRead {
    const parts: Buffer[] = []
    let at = from
    let ended = false
    while (at < chunk.length && !ended) {
      if (this.#state === 'text' || this.#state === 'text-cr') {
        const end = this.#readText(chunk, at)
        parts.push(chunk.subarray(at, end))
        at = end
        continue
      }
      const held = this.#state === 'dot-cr'
      ended = held && chunk[at] === LF
      if (held && !ended) parts.push(CR_HELD_BACK)
      at += this.#readLineStart(chunk[at])
    }
    return { data: join(parts), next: at, ended }
  }

  /** RFC 5321 §4.5.2: a dot that starts a line is dropped. Returns how many bytes it has taken. */
  #readLineStart(byte: number | undefined): 0 | 1 {
    if (this.#state === 'line' && byte === DOT) {
      this.#state = 'dot'
      return 1
    }
    if (this.#state === 'dot' && byte === CR) {
      this.#state = 'dot-cr'
      return 1
    }
    const ended = this.#state === 'dot-cr' && byte === LF
    this.#state = ended ? 'line' : 'text'
    return ended ? 1 : 0
  }

  /** Returns where the text stops: before a dot that starts a line, or at the chunk's end. */
  #readText(chunk: Buffer, from: number): number {
    if (this.#state === 'text-cr' && chunk[from] === LF) {
      this.#state = 'line'
      return from + 1
    }
    const found = chunk.indexOf(CRLF_DOT, from)
    if (found >= 0) {
      this.#state = 'line'
      return found + 2
    }
    const last = chunk.length - 1
    if (chunk[last] === CR) this.#state = 'text-cr'
    else this.#state = last > from && chunk[last] === LF && chunk[last - 1] === CR ? 'line' : 'text'
    return chunk.length
  }
}

/** One piece for each chunk, however many dots were dropped: the sink never sees a rain of small pieces. */
function join(parts: readonly Buffer[]): Buffer | null {
  if (parts.length > 1) return Buffer.concat(parts)
  return parts[0] ?? null
}
