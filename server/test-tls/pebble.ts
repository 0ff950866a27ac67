import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Folder } from '../test/support/folder.ts'
import { freePort } from '../test/support/free-port.ts'
import { collect, type Env, launch } from '../test/support/mayflyd-command.ts'
import { waitUntil } from '../test/support/wait-until.ts'
import { makeAuthority } from '../test/support/webhook-authority.ts'
import { pebbleProgram } from './go-program.ts'

export interface PebbleOptions {
  /** Of the certificates that it gives. */
  readonly validSeconds?: number
}

type Ports = Readonly<Record<'acme' | 'management' | 'dns' | 'records' | 'http', number>>
type Programs = Readonly<Record<'pebble' | 'dns', string>>

/** Pebble, a whole certificate authority, and a name server that leads every name to this machine. */
export class Pebble implements AsyncDisposable {
  readonly #folder = new Folder()
  readonly #ports: Ports
  readonly #programs: Programs
  readonly #children = new Map<string, ChildProcess>()
  /** Where Pebble looks for answers over HTTP: the server under test takes this port. */
  readonly httpPort: number
  output: () => string = () => ''

  private constructor(ports: Ports, programs: Programs) {
    this.#ports = ports
    this.#programs = programs
    this.httpPort = ports.http
  }

  static async start({ validSeconds = 7_776_000 }: PebbleOptions = {}): Promise<Pebble> {
    const [acme = 0, management = 0, dns = 0, records = 0, http = 0] = await freePorts(5)
    const programs = { pebble: await pebbleProgram('pebble'), dns: await pebbleProgram('pebble-challtestsrv') }
    const pebble = new Pebble({ acme, management, dns, records, http }, programs)
    const authority = await makeAuthority()
    pebble.#write('root.pem', authority.certificate)
    pebble.#write('cert.pem', authority.issued.cert)
    pebble.#write('key.pem', authority.issued.key)
    pebble.#write('pebble.json', JSON.stringify({ pebble: pebble.#settings(validSeconds) }))
    await pebble.#startDns()
    await pebble.resume()
    return pebble
  }

  /** The settings of a server that orders here. */
  env(...names: string[]): Env {
    return {
      MAYFLY_HTTP_PORT: String(this.httpPort),
      MAYFLY_HTTPS_PORT: '0',
      MAYFLY_ACME_DIRECTORY: `https://127.0.0.1:${this.#ports.acme}/dir`,
      MAYFLY_ACME_CA_FILE: this.#folder.join('root.pem'),
      MAYFLY_ACME_EMAIL: 'operator@example.com',
      MAYFLY_ACME_DOMAINS: names.join(','),
    }
  }

  /** A command as MAYFLY_ACME_DNS_HOOK wants it. */
  dnsHook(): string {
    const url = `http://127.0.0.1:${this.#ports.records}`
    const body = '{\\"host\\":\\"$2.\\",\\"value\\":\\"$3\\"}'
    const file = this.#write('hook', `#!/bin/sh\necho "$@" >> "$0.log"\ncurl -sf -d "${body}" ${url}/$1-txt\n`)
    chmodSync(file, 0o755)
    return file
  }

  /** The root that Pebble signs under, new with each of its starts. */
  async root(): Promise<string> {
    const { Agent, request } = await import('node:https')
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const agent = new Agent({ rejectUnauthorized: false })
    request(`https://127.0.0.1:${this.#ports.management}/roots/0`, { agent }, (answer) => {
      const text = collect(answer)
      answer.on('end', () => resolve(text()))
    })
      .on('error', reject)
      .end()
    return promise
  }

  async pause(): Promise<void> {
    await this.#end('pebble')
  }

  async resume(): Promise<void> {
    const dns = `127.0.0.1:${this.#ports.dns}`
    const child = launch(this.#programs.pebble, ['-config', this.#folder.join('pebble.json'), '-dnsserver', dns], {
      // Otherwise it takes its time for each name, as others do.
      PEBBLE_VA_NOSLEEP: '1',
    })
    this.#children.set('pebble', child)
    const [out, errors] = [collect(child.stdout), collect(child.stderr)]
    this.output = () => out() + errors()
    await answers(this.#ports.acme)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of [...this.#children.keys()]) await this.#end(name)
    this.#folder[Symbol.dispose]()
  }

  #settings(validityPeriod: number) {
    return {
      listenAddress: `127.0.0.1:${this.#ports.acme}`,
      managementListenAddress: `127.0.0.1:${this.#ports.management}`,
      certificate: this.#folder.join('cert.pem'),
      privateKey: this.#folder.join('key.pem'),
      httpPort: this.#ports.http,
      tlsPort: this.#ports.http,
      ocspResponderURL: '',
      externalAccountBindingRequired: false,
      keyAlgorithm: 'ecdsa',
      profiles: { default: { description: 'the only one', validityPeriod } },
    }
  }

  async #startDns(): Promise<void> {
    const { dns, records } = this.#ports
    const off = ['http01', 'https01', 'tlsalpn01', 'doh'].flatMap((name) => [`-${name}`, ''])
    const own = ['-dnsserver', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${records}`, '-defaultIPv6', '']
    const child = launch(this.#programs.dns, [...off, ...own])
    child.stdout?.resume()
    child.stderr?.resume()
    this.#children.set('dns', child)
    await answers(records)
  }

  #write(name: string, text: string): string {
    const file = this.#folder.join(name)
    writeFileSync(file, text)
    return file
  }

  async #end(name: string): Promise<void> {
    const child = this.#children.get(name)
    if (!child) return
    this.#children.delete(name)
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
  }
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

function answers(port: number): Promise<boolean> {
  return waitUntil(`port ${port} answers`, async () => {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return true
    } catch {
      return null
    } finally {
      socket.destroy()
    }
  })
}
