import type { AccountServerOptions } from './account-server.ts'
import type { McpCall } from './mcp-call.ts'
import { OpenCalls } from './open-calls.ts'

/** The tools for agents. It has no socket: the HTTP front hands it what comes to /mcp. */
export class McpFront {
  readonly #options: AccountServerOptions
  readonly #open = new OpenCalls()

  constructor(options: AccountServerOptions) {
    this.#options = options
  }

  /** Calls that can be cancelled. */
  get openCalls(): number {
    return this.#open.count
  }

  async answer(call: McpCall): Promise<Response> {
    // Loaded when the first agent comes: where none does, the server starts sooner.
    const [{ answerCall }, { accountServer }] = await Promise.all([
      import('./answer-call.ts'),
      import('./account-server.ts'),
    ])
    const makeServer = (of: McpCall) => accountServer(this.#options, of)
    return answerCall({ ...this.#options, open: this.#open, makeServer }, call)
  }
}
