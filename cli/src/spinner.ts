const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 80
const CLEAR_LINE = '\r\u001b[K'

/** Turns on one line of a terminal until it is stopped, and leaves nothing behind. */
export class Spinner {
  readonly #stream: NodeJS.WriteStream
  readonly #text: string
  readonly #timer: NodeJS.Timeout
  #frame = 0

  constructor(stream: NodeJS.WriteStream, text: string) {
    this.#stream = stream
    this.#text = text
    this.#timer = setInterval(() => this.#turn(), FRAME_MS)
    this.#turn()
  }

  #turn(): void {
    const frame = FRAMES[this.#frame++ % FRAMES.length]
    // Cut to the width: a line that wraps could not be cleared.
    const line = `${frame} ${this.#text}`.slice(0, (this.#stream.columns || 80) - 1)
    this.#stream.write(`${CLEAR_LINE}${line}`)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#stream.write(CLEAR_LINE)
  }
}
