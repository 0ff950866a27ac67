import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAYFLYD, SERVER_ENV } from '../scripts/server-command.mjs'
import type { Cleanup } from './cleanup.ts'
import { ROOT } from './root.ts'

export interface MayflyOptions {
  readonly dataDir: string
  readonly apiKey: string
  readonly plansFile: string
  /** 0 takes free ones. */
  readonly httpPort?: number
  readonly env?: Readonly<Record<string, string>>
}

const START_MS = 30_000
const STOP_MS = 60_000
const LOOK_EVERY_MS = 10

/** A Mayfly as `npm start` runs it: same program, same Node, same flags. */
export class MayflyServer {
  readonly #child: ChildProcess
  readonly #logFile: string
  httpPort = 0
  smtpPort = 0
  imapPort = 0

  constructor(options: MayflyOptions, cleanup: Cleanup) {
    this.#logFile = `${options.dataDir}.log`
    const log = openSync(this.#logFile, 'w')
    this.#child = spawn(process.execPath, [...MAYFLYD, 'serve'], {
      cwd: ROOT,
      env: environment(options),
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    cleanup.add(() => this.stop())
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Its log names the ports. */
  async ready(): Promise<this> {
    const deadline = performance.now() + START_MS
    while (performance.now() < deadline && !this.#ended) {
      const line = this.#log().match(/^\{.*"msg":"ready"\}$/m)?.[0]
      if (line) return this.#takePorts(JSON.parse(line))
      await sleep(LOOK_EVERY_MS)
    }
    throw new Error(`Mayfly did not start. Its log:\n${this.#log()}`)
  }

  /** A graceful stop. */
  async stop(): Promise<void> {
    if (this.#ended) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const tooLong = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS)
    const [code] = await exited
    clearTimeout(tooLong)
    if (code !== 0) throw new Error(`Mayfly ended with ${code}. Its log:\n${this.#log().slice(-2000)}`)
  }

  get #ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  #log(): string {
    return readFileSync(this.#logFile, 'utf8')
  }

  #takePorts({ http, smtp, imap }: { http: string; smtp: string; imap: string }): this {
    this.httpPort = Number(new URL(http).port)
    this.smtpPort = Number(smtp.slice(smtp.lastIndexOf(':') + 1))
    this.imapPort = Number(imap.slice(imap.lastIndexOf(':') + 1))
    return this
  }
}

/** Nothing of the caller's own settings may change what is measured. */
function environment({ dataDir, apiKey, plansFile, httpPort = 0, env = {} }: MayflyOptions): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('MAYFLY_'))
  return {
    ...Object.fromEntries(kept),
    ...SERVER_ENV,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(ROOT, 'node_modules/.cache/mayfly'),
    MAYFLY_HTTP_PORT: String(httpPort),
    MAYFLY_SMTP_PORT: '0',
    MAYFLY_IMAP_PORT: '0',
    MAYFLY_IMAPS_PORT: '0',
    // All that idle come from this machine.
    MAYFLY_IMAP_MAX_CONNECTIONS_PER_ADDRESS: '10000',
    MAYFLY_DATA_DIR: dataDir,
    MAYFLY_BOOTSTRAP_API_KEY: apiKey,
    MAYFLY_PLANS_FILE: plansFile,
    ...env,
  }
}
