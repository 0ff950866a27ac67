import { type ChildProcess, spawn } from 'node:child_process'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { Folder } from './folder.ts'
import { freePort } from './free-port.ts'
import { waitUntil } from './wait-until.ts'

/** For each zone the lines of its file, beside those of its beginning; null for one that cannot be loaded. */
export type Zones = Readonly<Record<string, readonly string[] | null>>

const TRIES = 5

/** A real authoritative name server, nsd. Beyond its zones it refuses, and a broken zone is SERVFAIL. */
export class ZoneServer implements AsyncDisposable {
  readonly #folder = new Folder()
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>
  readonly #resolver = new Resolver({ timeout: 500, tries: 1 })
  readonly address: string
  readonly port: number
  #serial = 1

  private constructor(port: number, zones: Zones) {
    this.port = port
    this.address = `127.0.0.1:${port}`
    this.#resolver.setServers([this.address])
    const names = ['ready.test', ...Object.keys(zones)]
    this.#write('ready.test', [])
    for (const [name, lines] of Object.entries(zones)) this.#write(name, lines)
    const sections = names.map((name) => `zone:\n  name: ${name}\n  zonefile: ${this.#folder.join(name)}`)
    const file = this.#folder.join('nsd.conf')
    writeFileSync(file, [...this.#settings(), ...sections, ''].join('\n'))
    const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
    this.#child = spawn('nsd', ['-d', '-c', file], { env, stdio: 'ignore' })
    this.#exited = once(this.#child, 'close')
  }

  /** Another process may take the free port first, and then nsd ends: the next port is tried. */
  static async start(zones: Zones): Promise<ZoneServer> {
    for (let tries = 0; tries < TRIES; tries++) {
      const server = new ZoneServer(await freePort(), zones)
      if (await server.#answersWith(1).catch(() => false)) return server
      await server[Symbol.asyncDispose]()
    }
    throw new Error('nsd does not start.')
  }

  /** Other records in place of all that these zones had. */
  async change(zones: Zones): Promise<void> {
    this.#serial++
    for (const [name, lines] of Object.entries({ ...zones, 'ready.test': [] })) this.#write(name, lines)
    this.#child.kill('SIGHUP')
    await this.#answersWith(this.#serial)
  }

  #write(name: string, lines: readonly string[] | null): void {
    const file = this.#folder.join(name)
    if (lines === null) {
      rmSync(file, { force: true })
      return
    }
    const soa = `@ SOA ns1.${name}. hostmaster.${name}. ${this.#serial} 3600 900 604800 0`
    const head = [`$ORIGIN ${name}.`, '$TTL 0', soa, '@ NS ns1', '@ NS ns2', 'ns1 A 127.0.0.1', 'ns2 A 127.0.0.1']
    writeFileSync(file, [...head, ...lines, ''].join('\n'))
  }

  #answersWith(serial: number): Promise<boolean> {
    return waitUntil('nsd answers or ends', async () => {
      if (this.#child.exitCode !== null) return { answers: false }
      const soa = await this.#resolver.resolveSoa('ready.test').catch(() => null)
      return soa?.serial === serial && { answers: true }
    }).then(({ answers }) => answers)
  }

  #settings(): string[] {
    const kept = ['xfrdfile', 'zonelistfile'].map((name) => `  ${name}: ${this.#folder.join(name)}`)
    const own = [`ip-address: 127.0.0.1@${this.port}`, 'username: ""', 'pidfile: ""', 'rrl-ratelimit: 0']
    return ['server:', ...own.map((line) => `  ${line}`), ...kept, 'remote-control:', '  control-enable: no']
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGTERM')
    await this.#exited
    this.#folder[Symbol.dispose]()
  }
}
