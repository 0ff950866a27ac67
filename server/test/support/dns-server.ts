import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Folder } from './folder.ts'
import { freePort } from './free-port.ts'
import { waitUntil } from './wait-until.ts'

/** For each name its TXT record. One of more than 255 bytes is cut into strings, as in a zone. */
export type Zone = Readonly<Record<string, string>>

const READY = 'ready.mayfly.test'
const TRIES = 5

/** A real name server, dnsmasq, that knows these records and nothing else. `await using` ends it. */
export class DnsServer implements AsyncDisposable {
  readonly #folder = new Folder()
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>
  readonly address: string

  private constructor(port: number, zone: Zone) {
    this.address = `127.0.0.1:${port}`
    const records = Object.entries({ ...zone, [READY]: 'yes' }).map(([name, text]) => `txt-record=${name},${cut(text)}`)
    const file = this.#folder.join('dnsmasq.conf')
    writeFileSync(file, [`port=${port}`, ...SETTINGS, ...records, ''].join('\n'))
    const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
    this.#child = spawn('dnsmasq', ['--keep-in-foreground', `--conf-file=${file}`], { env, stdio: 'ignore' })
    this.#exited = once(this.#child, 'close')
  }

  /** Another process may take the free port first, and then dnsmasq ends: the next port is tried. */
  static async start(zone: Zone): Promise<DnsServer> {
    for (let tries = 0; tries < TRIES; tries++) {
      const server = new DnsServer(await freePort(), zone)
      if (await server.#isReady().catch(() => false)) return server
      await server[Symbol.asyncDispose]()
    }
    throw new Error('dnsmasq does not start.')
  }

  #isReady(): Promise<boolean> {
    return waitUntil('dnsmasq answers or ends', async () => {
      if (this.#child.exitCode !== null) return { answers: false }
      const resolver = new Resolver({ timeout: 500, tries: 1 })
      resolver.setServers([this.address])
      return resolver.resolveTxt(READY).then(
        () => ({ answers: true }),
        () => null,
      )
    }).then(({ answers }) => answers)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#exited
    this.#folder[Symbol.dispose]()
  }
}

/** What is not in the zone does not exist: nobody else is asked. */
const SETTINGS = [
  'listen-address=127.0.0.1',
  'bind-interfaces',
  'no-resolv',
  'no-hosts',
  'no-daemon',
  'pid-file',
  'address=/#/',
]

function cut(text: string): string {
  return (text.match(/.{1,200}/g) ?? ['']).map((part) => `"${part}"`).join(',')
}

/** A name server that hears every question and answers none. */
export class MuteDnsServer implements AsyncDisposable {
  readonly socket = createSocket('udp4')
  questions = 0

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`
  }

  static async start(): Promise<MuteDnsServer> {
    const server = new MuteDnsServer()
    server.socket.on('message', () => server.questions++)
    server.socket.bind(0, '127.0.0.1')
    await once(server.socket, 'listening')
    return server
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.close()
  }
}
