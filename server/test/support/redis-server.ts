import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './free-port.ts'
import { within } from './wait-until.ts'

export interface RedisServerOptions {
  /** Further words for its command line. */
  readonly args?: readonly string[]
}

/** `await using redis = await startRedis()`: a real server that keeps nothing, gone with its scope. */
export async function startRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  const server = new RedisServer(await freePort(), options.args ?? [])
  await server.start()
  return server
}

/** One port, and the redis-server that listens there, over any number of restarts. */
export class RedisServer implements AsyncDisposable {
  readonly port: number
  readonly #args: readonly string[]
  #child: ChildProcess | null = null

  constructor(port: number, args: readonly string[]) {
    this.port = port
    this.#args = args
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const bare = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp']
    const child = spawn('redis-server', ['--port', String(this.port), ...bare, ...this.#args])
    this.#child = child
    const end = (): void => void child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    const ready = Promise.withResolvers<void>()
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output += data
      if (output.includes('Ready to accept connections')) ready.resolve()
    })
    child.once('error', ready.reject)
    child.once('exit', (code) => ready.reject(new Error(`redis-server ended with ${code}: ${output}`)))
    await within('redis-server', ready.promise)
  }

  /** As in a crash. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Its connections stay open, and nobody answers. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child?.kill('SIGCONT')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
  }
}
