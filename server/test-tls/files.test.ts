import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { connect, type TLSSocket } from 'node:tls'
import { Folder } from '../test/support/folder.ts'
import { ImapClient } from '../test/support/imap-client.ts'
import { type RunningServer, startServer } from '../test/support/running-server.ts'
import { SmtpClient } from '../test/support/smtp-client.ts'
import { waitUntil, within } from '../test/support/wait-until.ts'
import { makePair } from './make-pair.ts'
import { show, TLS_PORTS } from './shown-certificate.ts'

const NAME = 'mail.example.com'

/** A folder like certbot's: links that lead to the newest files. */
class Live implements Disposable {
  readonly #folder = new Folder()
  #count = 0
  readonly env: Readonly<Record<string, string>>

  constructor() {
    mkdirSync(this.#folder.join('live'))
    this.env = {
      MAYFLY_TLS_CERT_FILE: this.#folder.join('live', 'fullchain.pem'),
      MAYFLY_TLS_KEY_FILE: this.#folder.join('live', 'privkey.pem'),
      MAYFLY_HTTPS_PORT: '0',
    }
  }

  /** The link is renamed into place, so that there always is one. */
  put(name: 'fullchain.pem' | 'privkey.pem', text: string): void {
    const file = this.#folder.join(`${++this.#count}-${name}`)
    writeFileSync(file, text)
    symlinkSync(file, `${file}.link`)
    renameSync(`${file}.link`, this.#folder.join('live', name))
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]()
  }
}

interface Guest extends Disposable {
  /** Fails where the connection is gone. */
  ask(): Promise<unknown>
}

async function smtpGuest(server: RunningServer): Promise<Guest> {
  const client = await SmtpClient.greeted(server)
  await client.expect(220, 'STARTTLS')
  await client.secure()
  return { ask: () => client.expect(250, 'NOOP'), [Symbol.dispose]: () => client[Symbol.dispose]() }
}

async function imapsGuest(server: RunningServer): Promise<Guest> {
  const client = await ImapClient.connect(server, { tls: true })
  return { ask: () => client.ok('NOOP'), [Symbol.dispose]: () => client[Symbol.dispose]() }
}

async function httpsGuest(server: RunningServer): Promise<Guest> {
  const socket: TLSSocket = connect({
    host: '127.0.0.1',
    port: Number(new URL(server.httpsUrl).port),
    rejectUnauthorized: false,
  })
  await within('the handshake', once(socket, 'secureConnect'))
  return {
    async ask() {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      const [answer] = await within('an answer', once(socket, 'data'))
      assert.match(String(answer), /^HTTP\/1\.1 200 /)
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

test('files replaced while 100 connections are open: none drops, and new ones get the new certificate', async () => {
  using live = new Live()
  const [old, young] = [await makePair([NAME]), await makePair([NAME])]
  live.put('fullchain.pem', old.cert)
  live.put('privkey.pem', old.key)
  await using server = await startServer({ env: live.env })
  using guests = new DisposableStack()
  const open = await Promise.all(
    Array.from({ length: 100 }, (_, i) => [smtpGuest, imapsGuest, httpsGuest][i % 3]?.(server) as Promise<Guest>),
  )
  for (const guest of open) guests.use(guest)
  const fingerprints = async () =>
    new Set(
      await Promise.all(
        TLS_PORTS.map(async (port) => (await show(port, server, { servername: NAME })).certificate.fingerprint256),
      ),
    )
  assert.deepEqual(await fingerprints(), new Set([old.fingerprint]))

  // Half of a new pair is none.
  live.put('fullchain.pem', young.cert)
  await waitUntil('the half is seen', () => /the old certificate stays/.test(server.log))
  assert.deepEqual(await fingerprints(), new Set([old.fingerprint]))
  live.put('privkey.pem', young.key)
  await waitUntil('the whole is served', () => /serving a new certificate/.test(server.log))
  assert.deepEqual(await fingerprints(), new Set([young.fingerprint]))
  await Promise.all(open.map((guest) => guest.ask()))
})

test('several pairs, each for its names; the first is for everybody else', async () => {
  using folder = new Folder()
  const names = [[NAME], ['mx.customer.test', '*.wild.test'], ['exact.wild.test']]
  const pairs = await Promise.all(names.map((some) => makePair(some)))
  const files = pairs.map(({ cert, key }, i) => {
    const [certFile, keyFile] = [folder.join(`${i}.crt`), folder.join(`${i}.key`)]
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
    return { certFile, keyFile }
  })
  await using server = await startServer({
    env: {
      MAYFLY_TLS_CERT_FILE: files.map(({ certFile }) => certFile).join(', '),
      MAYFLY_TLS_KEY_FILE: files.map(({ keyFile }) => keyFile).join(', '),
      MAYFLY_HTTPS_PORT: '0',
    },
  })
  for (const [servername, index] of [
    [NAME, 0],
    ['MX.customer.test', 1],
    ['any.wild.test', 1],
    ['exact.wild.test', 2],
    ['two.labels.wild.test', 0],
    ['nobody.test', 0],
    ['', 0],
  ] as const) {
    for (const port of TLS_PORTS) {
      const { certificate } = await show(port, server, { servername })
      assert.equal(certificate.fingerprint256, pairs[index]?.fingerprint, `${servername} at ${port}`)
    }
  }
})
