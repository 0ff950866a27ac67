import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import type { MailOrigin } from '../domain/ports.ts'
import { ThreadedMailAuthenticator } from './mail-authenticator.ts'

const MAIL = Buffer.from('From: ann@shop.test\r\n\r\nGood day\r\n')
const ORIGIN: MailOrigin = { peer: { address: '127.0.0.1', helo: 'client.test' }, envelopeFrom: 'ann@shop.test' }
/** About this one nobody need be asked. */
const INJECTED: MailOrigin = { peer: null, envelopeFrom: '' }

const read = async (): Promise<Uint8Array> => Uint8Array.from(MAIL)

interface NameServer extends AsyncDisposable {
  readonly address: string
  readonly questions: string[]
}

/** A name server that knows no name, or, where it is mute, says nothing at all. */
async function nameServer(mute = false): Promise<NameServer> {
  const socket: Socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, { port, address }) => {
    questions.push(query.subarray(12).toString('latin1'))
    const answer = Buffer.from(query)
    // RFC 1035 §4.1.1: a response, recursion available, name error.
    answer.writeUInt16BE(0x8183, 2)
    if (!mute) socket.send(answer, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    [Symbol.asyncDispose]: async () => void socket.close(),
  }
}

test('a mail is checked in a thread, and the same question is asked once', async () => {
  await using server = await nameServer()
  const authenticator = new ThreadedMailAuthenticator([server.address])
  const results = await Promise.all(Array.from({ length: 5 }, () => authenticator.check(ORIGIN, 1, read)))
  assert.deepEqual(
    results.map((one) => [one?.spf.result, one?.dkim.result, one?.dmarc.result, one?.arc.result]),
    Array.from({ length: 5 }, () => ['none', 'none', 'none', 'none']),
  )
  assert.equal(new Set(server.questions).size, server.questions.length)
  await authenticator.close()
})

test('a source that is gone is nothing, one that cannot be read is an error', async () => {
  const authenticator = new ThreadedMailAuthenticator(null)
  assert.equal(await authenticator.check(INJECTED, 1, async () => null), null)
  await assert.rejects(
    authenticator.check(INJECTED, 1, async () => {
      throw new Error('no disk')
    }),
    /no disk/,
  )
  assert.equal((await authenticator.check(INJECTED, 1, read))?.spf.result, 'none')
  await authenticator.close()
})

test('so many bytes are in memory at once, and so many checks wait', async () => {
  await using server = await nameServer(true)
  const authenticator = new ThreadedMailAuthenticator([server.address])
  let reads = 0
  const count = (): Promise<Uint8Array> => {
    reads++
    return read()
  }
  const large = Array.from({ length: 1_003 }, () => authenticator.check(ORIGIN, 40 * 1024 ** 2, count))
  assert.equal(await large.at(-1), null, 'there is no room for it in the queue')
  assert.equal(reads, 1)
  await authenticator.close()
  assert.deepEqual(new Set(await Promise.all(large)), new Set([null]))
  assert.equal(reads, 1)
  assert.equal(await authenticator.check(INJECTED, 1, read), null)
})

test('a thread that a mail takes hold of is replaced', async () => {
  await using server = await nameServer(true)
  const authenticator = new ThreadedMailAuthenticator([server.address], 1_000)
  assert.equal(await authenticator.check(ORIGIN, 1, read), null)
  assert.equal((await authenticator.check(INJECTED, 1, read))?.dkim.result, 'none')
  await authenticator.close()
})
