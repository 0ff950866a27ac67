import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Folder } from './folder.ts'
import { collect, type Env, type Finished, finished, launch } from './mayflyd-command.ts'
import { waitUntil } from './wait-until.ts'

const MAYFLY = fileURLToPath(new URL('../../../cli/src/mayfly.ts', import.meta.url))

interface Place {
  readonly httpUrl: string
  readonly key?: string
}

/** A user of the command line, with a configuration folder of their own. No browser is opened. */
export class MayflyUser implements Disposable {
  readonly #folder = new Folder()
  readonly #env: Env

  constructor({ httpUrl, key }: Place, env: Env = {}) {
    this.#env = {
      XDG_CONFIG_HOME: this.#folder.path,
      MAYFLY_URL: httpUrl,
      ...(key !== undefined && { MAYFLY_API_KEY: key }),
      ...{ BROWSER: '', DISPLAY: '', WAYLAND_DISPLAY: '', NO_COLOR: '', TERM: 'xterm-256color' },
      ...env,
    }
  }

  get configFile(): string {
    return this.#folder.join('mayfly', 'config.json')
  }

  join(...names: string[]): string {
    return this.#folder.join(...names)
  }

  launch(...args: string[]): Running {
    return new Running(launch(process.execPath, [MAYFLY, ...args], this.#env))
  }

  /** In a pseudo-terminal, where standard output and standard error are one. */
  launchInTerminal(...args: string[]): Running {
    const command = [process.execPath, MAYFLY, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
    return new Running(
      launch('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], this.#env),
    )
  }

  run(args: readonly string[], input = ''): Promise<Finished> {
    return finished(launch(process.execPath, [MAYFLY, ...args], this.#env), input)
  }

  inTerminal(...args: string[]): Promise<Finished> {
    return this.launchInTerminal(...args).end
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]()
  }
}

/** A command that goes on until it is stopped. */
export class Running implements Disposable {
  readonly #child: ChildProcess
  readonly #stdout: () => string
  readonly #stderr: () => string
  readonly end: Promise<Finished>

  constructor(child: ChildProcess) {
    this.#child = child
    this.#stdout = collect(child.stdout)
    this.#stderr = collect(child.stderr)
    this.end = new Promise((resolve) => {
      child.once('close', (code) => resolve({ code, stdout: this.#stdout(), stderr: this.#stderr() }))
    })
  }

  get stdout(): string {
    return this.#stdout()
  }

  get stderr(): string {
    return this.#stderr()
  }

  /** Once it has said so, on either stream. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    try {
      return await waitUntil(`mayfly says ${pattern}`, () => pattern.exec(this.stdout + this.stderr))
    } catch (cause) {
      throw new Error(`It said: ${this.stdout}${this.stderr}`, { cause })
    }
  }

  type(text: string): void {
    this.#child.stdin?.write(text)
  }

  endInput(): void {
    this.#child.stdin?.end()
  }

  [Symbol.dispose](): void {
    this.#child.kill()
  }
}
