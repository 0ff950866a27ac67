import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newKeyText } from '../../server/src/domain/api-key.ts'
import { type RunningServer, startServer } from '../../server/test/support/running-server.ts'

/** What a receiver was sent. */
interface Post {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A real server with the accounts that the scenarios need, and a receiver of webhooks. */
export class ScenarioBench implements AsyncDisposable {
  readonly server: RunningServer
  /** By the name that a step has in `as`. */
  readonly keys: Readonly<Record<string, string>>
  readonly #receiver: Receiver

  private constructor(server: RunningServer, keys: Readonly<Record<string, string>>, receiver: Receiver) {
    this.server = server
    this.keys = keys
    this.#receiver = receiver
  }

  static async open(): Promise<ScenarioBench> {
    const env = {
      MAYFLY_WEBHOOK_ALLOW_HTTP: '1',
      MAYFLY_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      // Nobody answers there, and says so at once: what the scenarios see depends on no other network.
      MAYFLY_DNS_SERVERS: '127.0.0.1:1',
    }
    const server = await startServer({ env })
    const other = await server.createAccount('other@example.com', 'team')
    const free = await server.createAccount('free@example.com', 'free')
    const keys = { owner: server.key, other: other.api_key, free: free.api_key, nobody: newKeyText() }
    return new ScenarioBench(server, keys, await Receiver.listen())
  }

  /** What a runner in any language needs to know. */
  get environment(): Readonly<Record<string, string>> {
    return {
      MAYFLY_URL: this.server.httpUrl,
      MAYFLY_API_KEY: this.server.key,
      MAYFLY_TEST_SMTP: this.server.smtpAddress,
      MAYFLY_TEST_RECEIVER: this.#receiver.url,
      MAYFLY_TEST_OTHER_KEY: this.keys['other'] ?? '',
      MAYFLY_TEST_FREE_KEY: this.keys['free'] ?? '',
      MAYFLY_TEST_NOBODY_KEY: this.keys['nobody'] ?? '',
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#receiver.close()
    await this.server[Symbol.asyncDispose]()
  }
}

/** POST /name is taken and kept; GET /name?count=n answers once so many have come. */
class Receiver {
  readonly #server: Server
  readonly #posts = new Map<string, Post[]>()
  readonly #waiting = new Set<() => void>()

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async listen(): Promise<Receiver> {
    const receiver = new Receiver()
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const body = Buffer.concat(await request.toArray()).toString('utf8')
    if (request.method === 'POST') {
      this.#keep(pathname, { headers: request.headers as Record<string, string>, body })
      response.end('thank you')
      return
    }
    const look = (): void => {
      const posts = this.#posts.get(pathname) ?? []
      if (posts.length < Number(searchParams.get('count') ?? 1)) return
      this.#waiting.delete(look)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(posts))
    }
    this.#waiting.add(look)
    response.once('close', () => this.#waiting.delete(look))
    look()
  }

  #keep(name: string, post: Post): void {
    this.#posts.set(name, [...(this.#posts.get(name) ?? []), post])
    for (const look of this.#waiting) look()
  }
}
