import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DomainView, RecordView } from '../src/app/domains/domain-view.ts'
import { MuteDnsServer } from './support/dns-server.ts'
import { askMail, assertProblem, subjects } from './support/get-mail.ts'
import { ImapClient } from './support/imap-client.ts'
import { type Account, type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient, sendMail } from './support/smtp-client.ts'
import { callV1 } from './support/v1.ts'
import { waitUntil } from './support/wait-until.ts'
import { ZoneServer } from './support/zone-server.ts'

const MX = 'mx.mayfly.test'
const OURS = `@ MX 10 ${MX}.`

/** What is to be seen of the two records that count, and of others where they are named. */
interface State {
  /** Of its zone, given its token; null for a zone that cannot be loaded. */
  readonly lines: ((token: string) => readonly string[]) | null
  readonly state: 'pending' | 'verified'
  readonly ownership: string
  readonly mail: string
  readonly hints?: Readonly<Partial<Record<RecordView['purpose'], RegExp>>>
  readonly found?: Readonly<Partial<Record<RecordView['purpose'], string>>>
}

const txt = (token: string): string => `_mayfly TXT "${token}"`
const both = { state: 'pending', ownership: 'ok' } as const

/** By domain, each a zone of its own. */
const STATES: Readonly<Record<string, State>> = {
  'nothing.test': {
    lines: () => [],
    state: 'pending',
    ownership: 'missing',
    mail: 'missing',
    hints: { ownership: /name _mayfly\./, mail: /name @\./, subdomains: /name \*,/ },
  },
  'txt-only.test': { lines: (token) => [txt(token)], ...both, mail: 'missing', hints: { mail: /Add this MX/ } },
  'mx-only.test': {
    lines: () => [OURS],
    state: 'pending',
    ownership: 'missing',
    mail: 'ok',
    hints: { ownership: /Add this TXT/ },
  },
  'both.test': { lines: (token) => [txt(token), OURS], state: 'verified', ownership: 'ok', mail: 'ok' },
  'wrong-mx.test': {
    lines: (token) => [txt(token), '@ MX 10 mx.other.test.'],
    ...both,
    mail: 'wrong',
    hints: { mail: /goes to mx\.other\.test\. Put mx\.mayfly\.test in its place/ },
  },
  'beside-others.test': {
    lines: (token) => [txt(token), OURS, '@ MX 5 mx.other.test.'],
    state: 'verified',
    ownership: 'ok',
    mail: 'ok',
    hints: { mail: /Beside ours there is mx\.other\.test/ },
    found: { mail: '5 mx.other.test, 10 mx.mayfly.test' },
  },
  'null-mx.test': { lines: (token) => [txt(token), '@ MX 0 .'], ...both, mail: 'wrong', hints: { mail: /null MX/ } },
  'mx-to-cname.test': {
    lines: (token) => [txt(token), '@ MX 10 in', `in CNAME ${MX}.`],
    ...both,
    mail: 'wrong',
    hints: { mail: /in\.mx-to-cname\.test is a CNAME/ },
  },
  'mx-to-ip.test': {
    lines: (token) => [txt(token), '@ MX 10 192.0.2.1.'],
    ...both,
    mail: 'wrong',
    hints: { mail: /192\.0\.2\.1 is an IP address/ },
  },
  'value-doubled.test': {
    lines: (token) => [txt(token), `@ MX 10 ${MX}`],
    ...both,
    mail: 'wrong',
    hints: { mail: /dot at its end: mx\.mayfly\.test\./ },
  },
  'doubled.test': {
    lines: (token) => [`_mayfly.doubled.test TXT "${token}"`, `doubled.test MX 10 ${MX}.`],
    state: 'pending',
    ownership: 'wrong',
    mail: 'wrong',
    hints: { ownership: /at _mayfly\.doubled\.test\.doubled\.test/, mail: /at doubled\.test\.doubled\.test/ },
  },
  'alias.zone.test': {
    lines: (token) => [`_mayfly.alias TXT "${token}"`, 'alias CNAME www.other.test.'],
    ...both,
    mail: 'wrong',
    hints: { mail: /alias\.zone\.test is a CNAME to www\.other\.test/ },
  },
  'txt-alias.test': {
    lines: () => [OURS, '_mayfly CNAME www.other.test.'],
    state: 'pending',
    ownership: 'wrong',
    mail: 'ok',
    hints: { ownership: /_mayfly\.txt-alias\.test is a CNAME/ },
  },
  'proxied.test': {
    lines: (token) => [txt(token), '@ MX 10 web', 'web A 104.16.1.1'],
    ...both,
    mail: 'wrong',
    hints: { mail: /web proxy/ },
  },
  'quoted.test': {
    lines: (token) => [OURS, `_mayfly TXT "\\"${token}\\""`],
    state: 'pending',
    ownership: 'wrong',
    mail: 'ok',
    hints: { ownership: /quotation marks/ },
  },
  'at-apex.test': {
    lines: (token) => [OURS, `@ TXT "${token}"`],
    state: 'pending',
    ownership: 'wrong',
    mail: 'ok',
    hints: { ownership: /not at @/ },
  },
  'wildcard.test': {
    lines: (token) => [txt(token), OURS, `* MX 10 ${MX}.`, 'mta-sts CNAME app.mayfly.test.'],
    state: 'verified',
    ownership: 'ok',
    mail: 'ok',
    found: { subdomains: `10 ${MX}` },
  },
  // More than fits into a datagram: the rest is fetched by TCP.
  'truncated.test': {
    lines: (token) => [
      txt(token),
      `_mayfly TXT ${Array.from({ length: 200 }, () => `"${'x'.repeat(250)}"`).join(' ')}`,
      ...Array.from({ length: 500 }, (_, n) => `@ MX ${n} mx${n}.other.test.`),
      `@ MX 600 ${MX}.`,
    ],
    state: 'verified',
    ownership: 'ok',
    mail: 'ok',
    hints: { mail: /Beside ours there is mx0\.other\.test, mx1\.other\.test, mx2\.other\.test and 497 more/ },
  },
  'loop.test': {
    lines: () => ['_mayfly CNAME b', 'b CNAME c', 'c CNAME b', '@ MX 10 d', 'd CNAME e', 'e CNAME d'],
    state: 'pending',
    ownership: 'wrong',
    mail: 'wrong',
    hints: { ownership: /is a CNAME/, mail: /is a CNAME/ },
  },
  'broken.test': {
    lines: null,
    state: 'pending',
    ownership: 'error',
    mail: 'error',
    hints: { ownership: /SERVFAIL/, mail: /SERVFAIL/, subdomains: /SERVFAIL/ },
  },
}
/** A zone that the name server does not know of. */
const REFUSED = 'refused.test'

const zoneOf = (domain: string): string => domain.split('.').slice(-2).join('.')

let dns: ZoneServer
let server: RunningServer
let stranger: Account
/** As they were checked, once their zones were as above. */
const seen = new Map<string, DomainView>()

before(async () => {
  const empty = Object.entries(STATES).map(([domain, { lines }]) => [zoneOf(domain), lines === null ? null : []])
  dns = await ZoneServer.start(Object.fromEntries(empty))
  server = await startServer({
    env: { MAYFLY_DNS_SERVERS: dns.address, MAYFLY_MX_HOST: MX, MAYFLY_BASE_URL: 'https://app.mayfly.test' },
  })
  stranger = await server.createAccount('stranger@elsewhere.test', 'team')
  const zones: Record<string, readonly string[] | null> = {}
  for (const [domain, { lines }] of [...Object.entries(STATES), [REFUSED, { lines: null }] as const]) {
    const added: DomainView = await callV1(server, 'POST', '/domains', { domain })
    if (domain !== REFUSED) zones[zoneOf(domain)] = lines?.(added.records[0]?.value ?? '') ?? null
  }
  await dns.change(zones)
  for (const domain of [...Object.keys(STATES), REFUSED]) {
    seen.set(domain, await callV1(server, 'POST', `/domains/${domain}/check`))
  }
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await dns[Symbol.asyncDispose]()
})

function rowOf(domain: string, purpose: RecordView['purpose']): RecordView {
  const row = seen.get(domain)?.records.find((record) => record.purpose === purpose)
  assert.ok(row)
  return row
}

for (const [domain, { state, ownership, mail, hints = {}, found = {} }] of Object.entries(STATES)) {
  test(`${domain} is ${state}, its TXT ${ownership} and its MX ${mail}`, () => {
    assert.equal(seen.get(domain)?.state, state)
    const statuses = [rowOf(domain, 'ownership').status, rowOf(domain, 'mail').status]
    assert.deepEqual(statuses, [ownership, mail], JSON.stringify(seen.get(domain), null, 1))
    for (const [purpose, hint] of Object.entries(hints)) {
      assert.match(rowOf(domain, purpose as RecordView['purpose']).hint ?? '', hint)
    }
    for (const [purpose, text] of Object.entries(found)) {
      assert.equal(rowOf(domain, purpose as RecordView['purpose']).found.join(', '), text)
    }
    assert.ok(JSON.stringify(seen.get(domain)).length < 20_000)
  })
}

test('name servers that refuse to answer are an error, and not a miss', () => {
  assert.equal(seen.get(REFUSED)?.state, 'pending')
  assert.equal(rowOf(REFUSED, 'mail').status, 'error')
  assert.match(rowOf(REFUSED, 'mail').hint ?? '', /REFUSED/)
})

test('the name servers of the zone are told', () => {
  assert.deepEqual(seen.get('both.test')?.name_servers, ['ns1.both.test', 'ns2.both.test'])
  assert.deepEqual(seen.get('alias.zone.test')?.name_servers, ['ns1.zone.test', 'ns2.zone.test'])
})

test('mail for a verified domain arrives; for a pending one it is refused', async () => {
  assert.equal((await sendMail(server, 'ann@both.test', 'Subject: hello\r\n\r\n')).code, 250)
  assert.deepEqual(await subjects(server, 'ann@both.test'), ['hello'])
  using client = await SmtpClient.greeted(server)
  await client.expect(250, 'MAIL FROM:<bob@sender.test>')
  for (const domain of ['txt-only.test', 'mx-only.test', 'wrong-mx.test', 'broken.test', 'sub.both.test']) {
    await client.expect('550 5.7.1', `RCPT TO:<ann@${domain}>`)
  }
})

test('names below a domain with a wildcard are served', async () => {
  assert.equal((await sendMail(server, 'ann@a.b.wildcard.test', 'Subject: below\r\n\r\n')).code, 250)
  assert.deepEqual(await subjects(server, 'ann@a.b.wildcard.test'), ['below'])
})

test('to every other account an address on it is on a foreign domain', async () => {
  await assertProblem(await askMail(server, 'ann@both.test', stranger.api_key), 422, 'foreign_domain')
  await assertProblem(await askMail(server, 'new@a.wildcard.test', stranger.api_key), 422, 'foreign_domain')
  const headers = { 'X-API-KEY': stranger.api_key, 'Content-Type': 'application/json' }
  const add = { method: 'POST', headers, body: '{"domain":"both.test"}' }
  await assertProblem(await fetch(`${server.httpUrl}/v1/domains`, add), 409, 'conflict')
})

test('a mail program logs in to an address on it, with a key of its account alone', async () => {
  using own = await ImapClient.reading(server, 'imap@both.test')
  assert.equal(own.view?.count, 0)
  using strange = await ImapClient.connect(server)
  assert.equal((await strange.command(`LOGIN imap@both.test ${stranger.api_key}`)).status, 'NO')
})

test('removing it stops intake at once, and what came can be read; a restart changes nothing of that', async () => {
  const to = 'ann@beside-others.test'
  assert.equal((await sendMail(server, to, 'Subject: kept\r\n\r\n')).code, 250)
  assert.deepEqual(await subjects(server, to), ['kept'])
  await callV1(server, 'DELETE', '/domains/beside-others.test')
  const refuse = async (): Promise<void> => {
    using client = await SmtpClient.greeted(server)
    await client.expect(250, 'MAIL FROM:<bob@sender.test>')
    await client.expect('550 5.7.1', `RCPT TO:<${to}>`)
    await client.expect(250, 'RCPT TO:<ann@both.test>')
  }
  await refuse()
  assert.deepEqual(await subjects(server, to), ['kept'])
  await server.restart()
  await refuse()
  assert.deepEqual(await subjects(server, to), ['kept'])
})

test('a domain that was just added is looked at without anybody asking', async () => {
  await callV1(server, 'POST', '/domains', { domain: 'by-itself.nothing.test' })
  const seenOnce = async (): Promise<string | null> =>
    (await callV1(server, 'GET', '/domains/by-itself.nothing.test')).checked_at
  await waitUntil('the first look', seenOnce)
  const { records, next_check_at, checked_at } = await callV1(server, 'GET', '/domains/by-itself.nothing.test')
  assert.match(records[0].hint, /with the name _mayfly\.by-itself\./)
  assert.equal(Date.parse(next_check_at) - Date.parse(checked_at), 60_000)
})

test('name servers that never answer are a time-out that holds up nobody else', async () => {
  await using mute = await MuteDnsServer.start()
  await using bench = await startServer({ env: { MAYFLY_DNS_SERVERS: mute.address } })
  await callV1(bench, 'POST', '/domains', { domain: 'mute.test' })
  const check = callV1(bench, 'POST', '/domains/mute.test/check')
  await waitUntil('the name server is asked', () => mute.questions > 0)
  assert.equal((await sendMail(bench, 'ann@mayfly.test', 'Subject: meanwhile\r\n\r\n')).code, 250)
  assert.deepEqual(await subjects(bench, 'ann@mayfly.test'), ['meanwhile'])
  const { state, records } = (await check) as DomainView
  assert.equal(state, 'pending')
  for (const { status, hint } of records.slice(0, 3)) {
    assert.equal(status, 'error')
    assert.match(hint ?? '', /did not answer in time/)
  }
})
