import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { launch } from './mayflyd-command.ts'
import { within } from './wait-until.ts'

const PROGRAM = fileURLToPath(new URL('./poll-get-mail.ts', import.meta.url))

/** Polls getMail as fast as it is answered, in a process of its own. `using` ends it. */
export class GetMailPoller implements Disposable {
  readonly #child: ChildProcess

  constructor(server: { readonly httpUrl: string; readonly key: string }) {
    const url = `${server.httpUrl}/getMail?email=polled%40mayfly.test`
    this.#child = launch(process.execPath, [PROGRAM, url, server.key])
    this.#child.stderr?.pipe(process.stderr)
  }

  /** Answers in a second, over so long. */
  async rate(ms: number): Promise<number> {
    const [before, start] = [await this.#count(), performance.now()]
    await pause(ms)
    return ((await this.#count()) - before) / ((performance.now() - start) / 1_000)
  }

  async #count(): Promise<number> {
    const answered = once(this.#child.stdout as NodeJS.ReadableStream, 'data')
    this.#child.stdin?.write('\n')
    const [text] = await within('the poller to answer', answered)
    return Number(text)
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL')
  }
}
