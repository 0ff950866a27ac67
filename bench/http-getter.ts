import { connect, type Socket } from 'node:net'

const LENGTH = /\r\ncontent-length: *(\d+)/i

interface Waiting {
  readonly resolve: (length: number) => void
  readonly reject: (error: Error) => void
}

/** One kept HTTP/1.1 connection that asks, reads the whole answer, and asks again. Lean: it must not be what is measured. */
export class HttpGetter {
  readonly #socket: Socket
  readonly #tail: string
  #waiting: Waiting | null = null
  #head: Buffer | null = null
  #length = 0
  #missing = 0
  #failure: Error | null = null

  constructor(port: number, apiKey: string) {
    this.#tail = ` HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-KEY: ${apiKey}\r\n\r\n`
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () => this.#fail(new Error('The server closed the connection.')))
  }

  /** Resolves with the length of the body, once all of it has come. Anything but 200 rejects. */
  get(path: string): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    if (this.#failure) reject(this.#failure)
    this.#waiting = { resolve, reject }
    this.#socket.write(`GET ${path}${this.#tail}`, 'latin1')
    return promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    if (this.#missing > 0) this.#takeBody(chunk.length)
    else this.#takeHead(this.#head ? Buffer.concat([this.#head, chunk]) : chunk)
  }

  #takeHead(data: Buffer): void {
    const end = data.indexOf('\r\n\r\n')
    this.#head = end < 0 ? data : null
    if (end < 0) return
    const head = data.toString('latin1', 0, end)
    const length = LENGTH.exec(head)?.[1]
    if (head.startsWith('HTTP/1.1 200') && length !== undefined) {
      this.#length = Number(length)
      this.#missing = this.#length
      this.#takeBody(data.length - end - 4)
    } else {
      const body = data.toString('utf8', end + 4, end + 400)
      this.#fail(new Error(`The server answered: ${head.split('\r\n', 1)[0]} ${body}`))
    }
  }

  #takeBody(bytes: number): void {
    this.#missing -= bytes
    if (this.#missing < 0) this.#fail(new Error('An answer was longer than it said.'))
    if (this.#missing !== 0) return
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve(this.#length)
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#waiting?.reject(this.#failure)
    this.#waiting = null
    this.#socket.destroy()
  }
}
