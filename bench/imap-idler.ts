import { connect, type Socket } from 'node:net'

/** One IMAP session that has logged in to an inbox and idles there. */
export class ImapIdler {
  readonly ready: Promise<void>
  readonly #socket: Socket
  #said = ''

  constructor(port: number, apiKey: string, address: string) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.ready = promise
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#socket.write(`a LOGIN ${address} ${apiKey}\r\nb SELECT INBOX\r\nc IDLE\r\n`)
    this.#socket.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString('latin1')).slice(-2_000)
      if (/^\+ /m.test(this.#said)) resolve()
      if (/^(?:\w (?:NO|BAD)|\* BYE) /m.test(this.#said)) reject(new Error(`The server answered: ${this.#said}`))
    })
    this.#socket.on('error', reject)
    this.#socket.on('close', () => reject(new Error('The server closed the connection.')))
  }

  close(): void {
    this.#socket.destroy()
  }
}
