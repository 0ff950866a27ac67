import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Each child adds one listener for the end. */
process.setMaxListeners(100)

const MAYFLYD = fileURLToPath(new URL('./mayflyd.ts', import.meta.url))

export interface Finished {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** For tests: mayflyd as a process of its own, with these settings and no others, on free ports. */
export async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const child = launch(args, env)
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const [code] = await once(child, 'close')
  return { code, stdout: stdout(), stderr: stderr() }
}

export interface RunningServer {
  readonly http: string
  readonly smtp: string
  output(): string
  signal(signal: NodeJS.Signals): void
  /** Sends the signal and resolves with the exit code. */
  stop(signal: NodeJS.Signals): Promise<number>
}

export async function startServer(env: Readonly<Record<string, string>>): Promise<RunningServer> {
  const child = launch(['serve'], env)
  const [output, errors] = [collect(child.stdout), collect(child.stderr)]
  const closed = once(child, 'close')
  const ready = Promise.withResolvers<{ http: string; smtp: string }>()
  child.stdout?.on('data', () => {
    const line = output()
      .split('\n')
      .find((text) => text.includes('"msg":"ready"') && text.endsWith('}'))
    if (line) ready.resolve(JSON.parse(line))
  })
  closed.then(([code]) => ready.reject(new Error(`mayflyd ended with ${code}: ${errors()}${output()}`)))
  const { http, smtp } = await ready.promise
  return {
    http,
    smtp,
    output,
    signal: (signal) => child.kill(signal),
    async stop(signal) {
      child.kill(signal)
      const [code] = await closed
      return code
    },
  }
}

function launch(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MAYFLY_')))
  const ports = { MAYFLY_HTTP_PORT: '0', MAYFLY_SMTP_PORT: '0', MAYFLY_IMAP_PORT: '0', MAYFLY_IMAPS_PORT: '0' }
  const child = spawn(process.execPath, [MAYFLYD, ...args], {
    env: { ...kept, ...ports, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that fails half-way leaves nothing behind.
  process.once('exit', () => child.kill('SIGKILL'))
  return child
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  return () => text
}
