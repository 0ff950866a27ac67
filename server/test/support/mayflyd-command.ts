import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAYFLYD = fileURLToPath(new URL('../../src/main/mayflyd.ts', import.meta.url))

export type Env = Readonly<Record<string, string>>

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const running = new Set<ChildProcess>()
// A test that is cut off leaves no process behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a program with these MAYFLY_ settings and no others. */
export function launch(file: string, args: readonly string[], env: Env = {}): ChildProcess {
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MAYFLY_')))
  const child = spawn(file, args, { env: { ...kept, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

export function launchMayflyd(args: readonly string[], env: Env): ChildProcess {
  return launch(process.execPath, [MAYFLYD, ...args], env)
}

/** `mayflyd …`, to its end. */
export function mayflyd(args: readonly string[], env: Env): Promise<Finished> {
  return finished(
    launchMayflyd(args, {
      MAYFLY_HTTP_PORT: '0',
      MAYFLY_SMTP_PORT: '0',
      MAYFLY_IMAP_PORT: '0',
      MAYFLY_IMAPS_PORT: '0',
      ...env,
    }),
  )
}

/** Any other program, to its end. */
export function run(file: string, args: readonly string[], input = '', env: Env = {}): Promise<Finished> {
  return finished(launch(file, args, env), input)
}

/** Resolves once it has ended. */
export async function finished(child: ChildProcess, input = ''): Promise<Finished> {
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  const [code] = await once(child, 'close')
  return { code, stdout: stdout(), stderr: stderr() }
}

/** Everything that the stream has said so far. */
export function collect(stream: NodeJS.ReadableStream | null): () => string {
  const pieces: string[] = []
  stream?.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece))
  return () => pieces.join('')
}
