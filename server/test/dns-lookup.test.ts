import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DnsQuestion } from '../src/domain/dns-lookup.ts'
import { ResolverLookup } from '../src/drivers/dns/resolver-lookup.ts'
import { MuteDnsServer } from './support/dns-server.ts'
import { ZoneServer } from './support/zone-server.ts'

const NEVER = new AbortController().signal
const ALL = (): boolean => true

test('the zone’s own servers are asked first, and the resolver where they have nothing', async () => {
  await using resolver = await ZoneServer.start({ 'shop.test': ['old TXT "stale"', 'only TXT "kept"'] })
  await using own = await ZoneServer.start({ 'shop.test': ['old TXT "fresh"'] })
  const lookup = new ResolverLookup({ servers: [resolver.address], authoritative: { allows: ALL, port: own.port } })
  const zone = await lookup.zoneOf('a.shop.test', NEVER)
  assert.deepEqual([zone.apex, zone.nameServers], ['shop.test', ['ns1.shop.test', 'ns2.shop.test']])
  assert.deepEqual(await zone.ask('TXT', 'old.shop.test'), { records: ['fresh'] })
  assert.deepEqual(await zone.ask('TXT', 'only.shop.test'), { records: ['kept'] })
  assert.deepEqual(await zone.ask('TXT', 'none.shop.test'), { records: [] })
})

test('servers of a zone at an address that is not allowed are not asked', async () => {
  await using resolver = await ZoneServer.start({ 'shop.test': ['a TXT "of the resolver"'] })
  await using own = await MuteDnsServer.start()
  const port = Number(own.address.split(':')[1])
  const asked: string[] = []
  const allows = (address: string): boolean => {
    asked.push(address)
    return false
  }
  const lookup = new ResolverLookup({ servers: [resolver.address], authoritative: { allows, port } })
  const zone = await lookup.zoneOf('shop.test', NEVER)
  assert.deepEqual(await zone.ask('TXT', 'a.shop.test'), { records: ['of the resolver'] })
  assert.deepEqual([...new Set(asked)], ['127.0.0.1'])
  assert.equal(own.questions, 0)
})

test('an abort ends what is asked, as a time-out', async () => {
  await using mute = await MuteDnsServer.start()
  const stop = new AbortController()
  const lookup = new ResolverLookup({ servers: [mute.address], authoritative: null })
  const opened = lookup.zoneOf('shop.test', stop.signal)
  await once(mute.socket, 'message')
  stop.abort()
  const zone = await opened
  assert.deepEqual([zone.apex, zone.nameServers], [null, []])
  assert.deepEqual(await zone.ask('MX', 'shop.test'), { failure: 'timeout' })
})

/** A name server whose every answer is this body behind a good header and the question. */
async function answering(body: (question: Buffer) => Buffer): Promise<{ address: string; socket: Socket }> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(body(query), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, socket }
}

/** The header says: an answer, recursion available, so many records, no error. */
function reply(query: Buffer, count: number, rest: Uint8Array): Buffer {
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(count, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  const end = query.indexOf(0, 12) + 5
  return Buffer.concat([head, query.subarray(12, end), rest])
}

test('records of another type than was asked for are none', async (t) => {
  // An A record of the name that was asked about.
  const record = Buffer.from('c00c0001000100000000000401020304', 'hex')
  const { address, socket } = await answering((query) => reply(query, 1, record))
  t.after(() => socket.close())
  const zone = await new ResolverLookup({ servers: [address], authoritative: null }).zoneOf('shop.test', NEVER)
  for (const question of ['TXT', 'MX', 'CNAME', 'NS'] as const) {
    assert.deepEqual(await zone.ask(question, 'shop.test'), { records: [] }, question)
  }
})

test('whatever a name server answers, there is an answer of ours, and it is bounded', async (t) => {
  let rest = new Uint8Array()
  let count = 0
  const { address, socket } = await answering((query) => reply(query, count, rest))
  t.after(() => socket.close())
  const lookup = new ResolverLookup({ servers: [address], authoritative: null })
  const questions: readonly DnsQuestion[] = ['TXT', 'MX', 'CNAME', 'NS', 'ADDRESS']
  const record = fc
    .tuple(fc.constantFrom(1, 2, 5, 15, 16, 28, 255), fc.uint8Array({ maxLength: 40 }))
    .map(([type, data]) => {
      const head = Buffer.from('c00c000000010000000a0000', 'hex')
      head.writeUInt16BE(type, 2)
      head.writeUInt16BE(data.length, 10)
      return Buffer.concat([head, data])
    })
  const property = fc.asyncProperty(
    fc.constantFrom(...questions),
    fc.oneof(
      fc.array(record).map((all) => Buffer.concat(all)),
      fc.uint8Array({ maxLength: 300 }),
    ),
    fc.nat(20),
    async (question, bytes, records) => {
      rest = Uint8Array.from(bytes)
      count = records
      const zone = await lookup.zoneOf('test', AbortSignal.timeout(1_000))
      const answer = await zone.ask(question, 'shop.test')
      if ('records' in answer) assert.ok(answer.records.length <= 1_000)
      else assert.match(answer.failure, /^(timeout|servfail|refused|malformed)$/)
    },
  )
  await fc.assert(property, { numRuns: 100 })
})
