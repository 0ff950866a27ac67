import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { waitUntil } from './wait-until.ts'

/** One request as it came. */
export interface Received {
  /** On this process's clock. */
  readonly at: number
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly delivery: string
}

/** What a receiver does once it has read a request whole. */
export type Answer = (response: ServerResponse, request: Received) => void

export interface ReceiverOptions {
  readonly answer?: Answer
  readonly tls?: { readonly key: string; readonly cert: string }
}

/** A real receiver on a free port that writes down what comes, and answers as it is told. `await using` closes it. */
export class WebhookReceiver implements AsyncDisposable {
  readonly received: Received[] = []
  /** Requests that were read and have had no end of an answer. */
  open = 0
  connections = 0
  answer: Answer
  readonly #server: Server
  readonly #scheme: string
  readonly #sockets = new Set<Socket>()

  private constructor({ answer = answerWith(200), tls }: ReceiverOptions) {
    this.answer = answer
    const listener = (request: IncomingMessage, response: ServerResponse): void => void this.#take(request, response)
    this.#scheme = tls ? 'https' : 'http'
    this.#server = tls ? createTlsServer(tls, listener) : createServer(listener)
    this.#server.on('connection', (socket: Socket) => {
      this.connections++
      this.#sockets.add(socket)
      // Who sends hangs up in the middle of things: that is what is tested.
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket))
    })
  }

  static async listen(options: ReceiverOptions = {}): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(options)
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  url(path = '/hooks', host = '127.0.0.1'): string {
    return `${this.#scheme}://${host}:${this.port}${path}`
  }

  /** The first so many, once they are there. */
  async first(count: number, deadlineMs?: number): Promise<readonly Received[]> {
    await waitUntil(`${count} deliveries came`, () => this.received.length >= count, deadlineMs)
    return this.received.slice(0, count)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    await new Promise((resolve) => request.once('end', resolve))
    const { headers, url: path = '' } = request
    const delivery = String(headers['x-service-delivery'])
    const received = { at: Date.now(), path, headers, body: Buffer.concat(chunks), delivery }
    this.received.push(received)
    this.open++
    response.once('close', () => this.open--)
    this.answer(response, received)
  }
}

export function answerWith(status: number, headers: Record<string, string> = {}, body = ''): Answer {
  return (response) => response.writeHead(status, headers).end(body)
}

/** Reads, and says nothing. */
export const hang: Answer = () => undefined
