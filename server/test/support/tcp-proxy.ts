import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Stands between a client and a server of this machine. `await using` ends it. */
export class TcpProxy implements AsyncDisposable {
  readonly #target: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(target: number) {
    this.#target = target
    this.#server = createServer((socket) => this.#forward(socket))
  }

  static async to(port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Every connection breaks, and so does each new one. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#isCut = false
  }

  #forward(socket: Socket): void {
    if (this.#isCut) {
      socket.destroy()
      return
    }
    const onward = connect(this.#target, '127.0.0.1')
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.#sockets.add(end)
      end.pipe(other)
      // It is the other end's close that tells whoever is there.
      end.on('error', () => undefined)
      end.on('close', () => {
        this.#sockets.delete(end)
        other.destroy()
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
