import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** What is done with one request. */
export type Behaviour = (response: ServerResponse, seen: Seen) => void

export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  }

export const problem = (status: number, code: string, headers: Record<string, string> = {}): Behaviour =>
  json({ code, detail: `This is ${code}.`, status, request_id: 'req_1', errors: [] }, status, headers)

/** As a server in between answers that does not reach the service. */
export const gateway =
  (status: number): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>')
  }

export const reset: Behaviour = (response) => {
  response.socket?.resetAndDestroy()
}

/** Promises more than it sends. */
export const half: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"id":')
  setTimeout(() => response.destroy(), 20)
}

/** One byte at a time, without an end. */
export const slow: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const drip = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(drip))
}

/** Takes the request, and says nothing. */
export const silent: Behaviour = () => undefined

/** A real server that does with each request what the test says, and with all that follow the last of it. */
export class FlakyServer implements AsyncDisposable {
  readonly seen: Seen[] = []
  readonly #server: Server
  readonly #behaviours: Behaviour[]
  /** Connections, over its life. */
  connections = 0

  private constructor(behaviours: readonly Behaviour[]) {
    this.#behaviours = [...behaviours]
    this.#server = createServer((request, response) => void this.#answer(request, response))
    this.#server.on('connection', () => this.connections++)
  }

  static async start(...behaviours: readonly Behaviour[]): Promise<FlakyServer> {
    const server = new FlakyServer(behaviours)
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString()
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const { method = '', headers } = request
    const seen = { method, path: pathname, query: searchParams, headers, body }
    this.seen.push(seen)
    const behaviour = this.#behaviours.length > 1 ? this.#behaviours.shift() : this.#behaviours[0]
    behaviour?.(response, seen)
  }
}
