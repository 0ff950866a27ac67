import { type Literal, skipLiteral } from './command-reader.ts'
import type { Dialogue } from './dialogue.ts'
import { BadCommand, Farewell } from './refusal.ts'

const LINE_BYTES = 1024

/** The message of an APPEND on its way in. It is asked for when somebody wants to read it, and not before. */
export class IncomingMessage {
  readonly #dialogue: Dialogue
  #left: number
  #coming: boolean
  #ended = false
  #trouble: BadCommand | Farewell | null = null

  constructor(dialogue: Dialogue, { size, synchronising }: Literal) {
    this.#dialogue = dialogue
    this.#left = size
    this.#coming = !synchronising
  }

  /** What kept the message from being whole. */
  get trouble(): BadCommand | Farewell | null {
    return this.#trouble
  }

  /** Ends only when the command has ended too, so that nothing is kept of a malformed one. */
  async *read(): AsyncGenerator<Uint8Array> {
    const { input, outlet } = this.#dialogue
    if (!this.#coming) outlet.line('+ Ready for the message')
    this.#coming = true
    while (this.#left > 0) {
      const piece = await input.bytes(this.#left)
      if (piece === null) throw this.#fail(new Farewell('The session has ended'))
      this.#left -= piece.length
      yield piece
    }
    await this.#end()
    if (this.#trouble !== null) throw this.#trouble
  }

  /** RFC 7888 §4: reads what comes all the same and nobody wanted. */
  async finish(): Promise<void> {
    if (!this.#coming || this.#ended || this.#trouble !== null) return
    if (await skipLiteral(this.#dialogue.input, this.#left)) await this.#end()
  }

  async #end(): Promise<void> {
    this.#ended = true
    const line = await this.#dialogue.input.line(LINE_BYTES)
    if (line === null) this.#fail(new Farewell('The session has ended'))
    // A second message would need MULTIAPPEND, and with it comes what could be taken for commands.
    else if (line.text.endsWith('+}')) this.#fail(new Farewell('Only one message at a time'))
    else if (line.text !== '' || line.overlong) this.#fail(new BadCommand('End of command expected after the message'))
  }

  #fail<T extends BadCommand | Farewell>(trouble: T): T {
    this.#trouble ??= trouble
    return trouble
  }
}
