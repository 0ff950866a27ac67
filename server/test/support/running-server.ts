import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { newKeyText } from '../../src/domain/api-key.ts'
import { Folder } from './folder.ts'
import { collect, type Env, type Finished, launchMayflyd, mayflyd } from './mayflyd-command.ts'
import { within } from './wait-until.ts'

export interface ServerOptions {
  readonly env?: Env
  /** One that the test keeps for longer than the server. */
  readonly dataDir?: string
  /** Null starts without a bootstrap key, as a newcomer does. */
  readonly key?: string | null
  /** Further words for `mayflyd serve`. */
  readonly args?: readonly string[]
}

export interface Account {
  readonly account_id: string
  readonly api_key: string
}

interface Ready {
  readonly http: string
  readonly smtp: string
  readonly imap: string
  readonly imaps: string
  /** Where it is on. */
  readonly https?: string
  readonly metrics?: string
}

const READY_MS = 30_000

/** `await using server = await startServer()`: gone with its scope, however the test ends. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const server = new RunningServer(options)
  try {
    await server.start()
    return server
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
}

/** One data folder and the mayflyd process that serves it, over any number of restarts. */
export class RunningServer implements AsyncDisposable {
  readonly dataDir: string
  /** Of the owner's account, plan team. */
  readonly key: string
  readonly #folder: Folder | null
  readonly #options: ServerOptions
  #logs: (() => string)[] = []
  #child: ChildProcess | null = null
  #exited: Promise<number | null> = Promise.resolve(null)
  #ready: Ready = { http: '', smtp: '', imap: '', imaps: '' }

  constructor(options: ServerOptions) {
    this.#options = options
    this.#folder = options.dataDir === undefined ? new Folder() : null
    this.dataDir = options.dataDir ?? this.#folder?.path ?? ''
    this.key = options.key ?? newKeyText()
  }

  get httpUrl(): string {
    return this.#ready.http
  }

  get httpsUrl(): string {
    return this.#ready.https ?? ''
  }

  /** What has an address, by name. */
  get addresses(): Readonly<Partial<Ready>> {
    return this.#ready
  }

  get smtpAddress(): string {
    return this.#ready.smtp
  }

  get smtpPort(): number {
    return Number(this.#ready.smtp.split(':').at(-1))
  }

  get imapPort(): number {
    return Number(this.#ready.imap.split(':').at(-1))
  }

  /** With TLS from the first byte. */
  get imapsPort(): number {
    return Number(this.#ready.imaps.split(':').at(-1))
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** All that it has printed, over all its starts. */
  get log(): string {
    return this.#logs.map((text) => text()).join('')
  }

  /** Resolves with the exit code once the process has ended; null where a signal has ended it. */
  get exited(): Promise<number | null> {
    return this.#exited
  }

  async start(env: Env = {}): Promise<void> {
    const child = launchMayflyd(['serve', ...(this.#options.args ?? [])], {
      ...this.#env(),
      ...this.#options.env,
      ...env,
    })
    const [output, errors] = [collect(child.stdout), collect(child.stderr)]
    const exited = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
    this.#child = child
    this.#exited = exited
    this.#logs.push(output, errors)
    const ready = Promise.withResolvers<Ready>()
    const lookForReady = (): void => {
      const line = /^\{.*"msg":"ready"\}$/m.exec(output())
      if (!line) return
      child.stdout?.off('data', lookForReady)
      ready.resolve(JSON.parse(line[0]))
    }
    child.stdout?.on('data', lookForReady)
    exited.then((code) => ready.reject(new Error(`mayflyd ended with ${code}: ${errors()}${output()}`)))
    this.#ready = await within('the ready line', ready.promise, READY_MS)
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  /** Resolves with the exit code. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.signal(signal)
    return within('the end of mayflyd', this.#exited, READY_MS)
  }

  async kill9(): Promise<void> {
    await this.stop('SIGKILL')
  }

  /** On the same folder, and on the same ports where asked for. */
  async restart(options: { readonly samePorts?: boolean; readonly env?: Env } = {}): Promise<void> {
    await this.stop()
    const ports = { MAYFLY_HTTP_PORT: new URL(this.httpUrl).port, MAYFLY_SMTP_PORT: String(this.smtpPort) }
    await this.start({ ...(options.samePorts && ports), ...options.env })
  }

  /** A command on the same folder, while this runs or not. */
  command(...args: string[]): Promise<Finished> {
    return mayflyd(args, { ...this.#env(), ...this.#options.env })
  }

  async createAccount(email: string, plan: string): Promise<Account> {
    const { stdout, stderr } = await this.command(
      ...['admin', 'account', 'create', '--email', email, '--plan', plan, '--json'],
    )
    if (stderr !== '') throw new Error(stderr)
    return JSON.parse(stdout)
  }

  /** Megabytes of memory that the process has now. */
  memoryMb(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill9()
    this.#folder?.[Symbol.dispose]()
  }

  #env(): Env {
    return {
      MAYFLY_DATA_DIR: this.dataDir,
      MAYFLY_HTTP_PORT: '0',
      MAYFLY_SMTP_PORT: '0',
      MAYFLY_IMAP_PORT: '0',
      MAYFLY_IMAPS_PORT: '0',
      ...(this.#options.key !== null && { MAYFLY_BOOTSTRAP_API_KEY: this.key }),
    }
  }
}
