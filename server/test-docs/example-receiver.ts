import { once } from 'node:events'
import { freePort } from '../test/support/free-port.ts'
import { collect, launch } from '../test/support/mayflyd-command.ts'
import { waitUntil } from '../test/support/wait-until.ts'

/** To compile it, too. */
const READY_MS = 150_000

/** A program of the documentation that listens where PORT says. `await using` ends it. */
export class ExampleReceiver implements AsyncDisposable {
  readonly url: string
  readonly #end: () => Promise<void>

  private constructor(url: string, end: () => Promise<void>) {
    this.url = url
    this.#end = end
  }

  static async start(
    command: readonly [file: string, ...args: string[]],
    env: Readonly<Record<string, string>>,
  ): Promise<ExampleReceiver> {
    const [file, ...args] = command
    const port = await freePort()
    const child = launch(file, args, { ...env, PORT: String(port) })
    const errors = collect(child.stderr)
    child.stdout?.resume()
    const ended = once(child, 'close')
    const receiver = new ExampleReceiver(`http://127.0.0.1:${port}/`, async () => {
      child.kill('SIGKILL')
      await ended
    })
    await waitUntil(
      `${file} listens`,
      async () => {
        if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}: ${errors()}`)
        return fetch(receiver.url, { method: 'POST', body: '{}' }).catch(() => false as const)
      },
      READY_MS,
    )
    return receiver
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end()
  }
}
