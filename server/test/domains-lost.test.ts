import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { Registry } from 'prom-client'
import { MailRoom, NOBODY_THERE } from '../src/app/test-mail-room.ts'
import type { DnsLookup } from '../src/domain/dns-lookup.ts'
import { ResolverLookup } from '../src/drivers/dns/resolver-lookup.ts'
import { SmtpFront } from '../src/fronts/smtp/smtp-front.ts'
import { DEFAULT_LIMITS } from '../src/protocols/smtp/limits.ts'
import { Folder } from './support/folder.ts'
import { SmtpClient } from './support/smtp-client.ts'
import { ZoneServer } from './support/zone-server.ts'

const DAY = 86_400_000
const NEVER = new AbortController().signal

/** An SMTP server in this process, whose clock the test moves. */
async function listen(room: MailRoom, spoolDir: string): Promise<SmtpFront & AsyncDisposable> {
  const front = new SmtpFront({
    mail: room.mail,
    host: '127.0.0.1',
    port: 0,
    hostname: 'mx.mayfly.test',
    postmasterDomain: 'mayfly.test',
    tls: null,
    prefaces: [],
    limits: DEFAULT_LIMITS,
    idleMs: 60_000,
    maxConnections: 100,
    maxConnectionsPerAddress: 100,
    spoolDir,
    log: pino({ level: 'silent' }),
    registry: new Registry(),
  })
  await front.start()
  return Object.assign(front, { [Symbol.asyncDispose]: () => front.stop(AbortSignal.timeout(200)) })
}

async function answerTo(front: SmtpFront, address: string): Promise<string> {
  using client = await SmtpClient.greeted({ smtpPort: front.port })
  await client.expect(250, 'MAIL FROM:<bob@sender.test>')
  const { code, text } = await client.command(`RCPT TO:<${address}>`)
  return `${code} ${text.split(' ')[0]}`
}

test('records that are gone on two days lose the domain, and its mail is refused; once back, it is served again', async () => {
  await using dns = await ZoneServer.start({ 'shop.test': [] })
  const [right, dead] = [dns.address, NOBODY_THERE].map(
    (one) => new ResolverLookup({ servers: [one], authoritative: null }),
  )
  let lookup = right
  const room = new MailRoom({ dns: { zoneOf: (domain, signal) => (lookup as DnsLookup).zoneOf(domain, signal) } })
  using folder = new Folder()
  await using front = await listen(room, folder.join('spool'))
  const { domains } = room.mail
  const ann = await room.account('team')
  const check = async (): Promise<string> => {
    await domains.beginChecks(NEVER)
    await domains.checksSettled()
    return (await domains.get(ann, 'shop.test')).state
  }
  const { domain } = await domains.add(ann, 'shop.test')
  const records = [`_mayfly TXT "${domain.records[0]?.value}"`, '@ MX 10 mx.mayfly.test.']
  assert.equal(await check(), 'pending')
  assert.equal(await answerTo(front, 'a@shop.test'), '550 5.7.1')

  await dns.change({ 'shop.test': records })
  room.now += 60_000
  assert.equal(await check(), 'verified')
  assert.equal(await answerTo(front, 'a@shop.test'), '250 2.1.5')

  lookup = dead
  room.now += DAY
  assert.equal(await check(), 'verified')
  assert.equal((await domains.get(ann, 'shop.test')).records[0]?.status, 'error')

  lookup = right
  await dns.change({ 'shop.test': [] })
  room.now += DAY
  assert.equal(await check(), 'verified')
  assert.equal((await domains.get(ann, 'shop.test')).records[0]?.status, 'missing')
  assert.equal(await answerTo(front, 'a@shop.test'), '250 2.1.5')
  room.now += DAY
  assert.equal(await check(), 'lost')
  assert.equal(await answerTo(front, 'a@shop.test'), '550 5.7.1')

  await dns.change({ 'shop.test': records })
  room.now += 60_000
  assert.equal(await check(), 'verified')
  assert.equal(await answerTo(front, 'a@shop.test'), '250 2.1.5')
})
