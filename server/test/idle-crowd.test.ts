import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { assertOthersAreServed, memoryGrowth } from './support/bystanders.ts'
import { getMail } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { waitUntil } from './support/wait-until.ts'

const CROWD = 5_000
const AT_ONCE = 200

/** Connections that say nothing at all. */
class IdleCrowd implements Disposable {
  readonly #sockets: Socket[] = []
  greeted = 0
  sentAway = 0
  closed = 0

  async gather(server: RunningServer): Promise<void> {
    while (this.#sockets.length < CROWD) {
      for (let n = 0; n < AT_ONCE; n++) this.#sockets.push(this.#enter(server.smtpPort))
      const arrived = this.#sockets.length
      await waitUntil(`${arrived} connections are greeted`, () => this.greeted === arrived)
    }
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #enter(port: number): Socket {
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      if (text.startsWith('220 ')) this.greeted++
      if (/^421 /m.test(text)) this.sentAway++
    })
    socket.on('error', () => undefined)
    socket.on('close', () => this.closed++)
    return socket
  }
}

const maxFiles = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 0)
const skip = maxFiles < 2 * CROWD && `needs ${2 * CROWD} open files; the hard limit (ulimit -Hn) is ${maxFiles}`

test('of 5,000 idle connections the oldest make room, and whoever has mail is served', { skip }, async () => {
  await using server = await startServer()
  await getMail(server, 'bystander@mayfly.test')
  using crowd = new IdleCrowd()
  const growth = await memoryGrowth(server, async () => {
    await crowd.gather(server)
    await assertOthersAreServed(server)
  })
  const perAddress = 1_000
  await waitUntil('all but the newest are sent away', () => crowd.closed >= CROWD - perAddress)
  assert.equal(crowd.sentAway, crowd.closed)
  assert.ok(crowd.closed <= CROWD - perAddress + 2, `${crowd.closed} were sent away`)
  assert.ok(growth < 100, `the server has grown by ${growth} MB`)
})

test('5,000 idle connections stay open where the operator allows them, and cost little', { skip }, async () => {
  const limits = { MAYFLY_SMTP_MAX_CONNECTIONS: '6000', MAYFLY_SMTP_MAX_CONNECTIONS_PER_ADDRESS: '6000' }
  await using server = await startServer({ env: limits })
  await getMail(server, 'bystander@mayfly.test')
  using crowd = new IdleCrowd()
  const growth = await memoryGrowth(server, async () => {
    await crowd.gather(server)
    await assertOthersAreServed(server)
  })
  assert.equal(crowd.closed, 0)
  assert.ok(growth < 150, `the server has grown by ${growth} MB`)
})
