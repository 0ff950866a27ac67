import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { isKeyText } from '../domain/api-key.ts'
import { DEFAULT_PLANS } from '../domain/plan.ts'
import { readSettings } from './settings.ts'
import { SettingsError } from './settings-error.ts'
import { SETTINGS, type Setting } from './settings-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'mayfly-settings-'))
after(() => rmSync(folder, { recursive: true }))

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env)
    return []
  } catch (error) {
    assert.ok(error instanceof SettingsError, String(error))
    return error.problems
  }
}

test('an empty environment gives the defaults of the contract', () => {
  const settings = readSettings({})
  assert.equal(settings.host, '127.0.0.1')
  assert.equal(settings.httpPort, 8025)
  assert.equal(settings.smtpPort, 1025)
  assert.equal(settings.dataDir, resolve('data'))
  assert.deepEqual(settings.domains, { names: ['mayfly.test'], every: false })
  assert.equal(settings.unclaimedTtlMs, 3_600_000)
  assert.equal(settings.unclaimedMaxBytes, 1024 ** 3)
  assert.equal(settings.smtpHostname, 'mayfly.test')
  assert.equal(settings.mxHost, 'mayfly.test')
  assert.equal(settings.smtpMaxMessageBytes, DEFAULT_PLANS.team.message_bytes)
  assert.equal(settings.smtpIdleTimeoutMs, 60_000)
  assert.equal(settings.plans, DEFAULT_PLANS)
  assert.ok(Object.isFrozen(settings))
})

test('an empty value is none', () => {
  assert.equal(readSettings({ MAYFLY_HTTP_PORT: '', MAYFLY_BASE_URL: ' ' }).httpPort, 8025)
})

test('values are read in every way they may be written', () => {
  const times = {
    '90': 90_000,
    '90s': 90_000,
    '15m': 900_000,
    '1h': 3_600_000,
    '7d': 604_800_000,
    '0': 0,
    '1.5 h': 5_400_000,
  }
  for (const [text, ms] of Object.entries(times)) {
    assert.equal(readSettings({ MAYFLY_UNCLAIMED_TTL: text }).unclaimedTtlMs, ms, text)
  }
  const sizes = { '1073741824': 1024 ** 3, '1GiB': 1024 ** 3, '500MB': 500_000_000, '2 kib': 2048, '7b': 7 }
  for (const [text, size] of Object.entries(sizes)) {
    assert.equal(readSettings({ MAYFLY_UNCLAIMED_MAX_BYTES: text }).unclaimedMaxBytes, size, text)
  }
  const { domains } = readSettings({ MAYFLY_DOMAINS: 'Mail.Example.com, bücher.example,*' })
  assert.deepEqual(domains, { names: ['mail.example.com', 'xn--bcher-kva.example'], every: true })
  assert.equal(readSettings({ MAYFLY_BASE_URL: 'https://m.example/x/' }).baseUrl, 'https://m.example/x')
})

test('a bad value names the setting, the value and what is expected', () => {
  const bad: [string, string, RegExp][] = [
    ['MAYFLY_HTTP_PORT', 'abc', /^MAYFLY_HTTP_PORT is "abc"\. Expected a port number from 0 to 65535\.$/],
    ['MAYFLY_SMTP_PORT', '65536', /a port number/],
    ['MAYFLY_METRICS_PORT', '-1', /a port number/],
    ['MAYFLY_DOMAINS', 'good.example,not a domain', /"not a domain" is no domain/],
    ['MAYFLY_DOMAINS', ',', /is no domain/],
    ['MAYFLY_BASE_URL', 'mail.example.com', /https:\/\//],
    ['MAYFLY_BASE_URL', 'ftp://x', /https:\/\//],
    ['MAYFLY_HTTPS_PORT', 'on', /a port number/],
    ['MAYFLY_ACME_DIRECTORY', 'http://ca.test/dir', /begins with https/],
    ['MAYFLY_ACME_DOMAINS', 'a.test, b c', /" b c" is none/],
    ['MAYFLY_ACME_DOMAINS', '*.*.a.test', /is none/],
    ['MAYFLY_PROXY_PROTOCOL', 'smtp, http', /one of smtp, imap, imaps, https/],
    ['MAYFLY_DEFAULT_PLAN', 'plsu', /one of free, plus, elite, team\. Did you mean plus\?/],
    ['MAYFLY_UNCLAIMED_TTL', '1 fortnight', /90s, 15m, 1h, 7d/],
    ['MAYFLY_UNCLAIMED_TTL', '-5', /a time from/],
    ['MAYFLY_UNCLAIMED_MAX_BYTES', '1 GB of it', /a size of/],
    ['MAYFLY_SMTP_HOSTNAME', 'a b', /a host name/],
    ['MAYFLY_SMTP_MAX_RECIPIENTS', '0', /a whole number from 1/],
    ['MAYFLY_SMTP_MAX_COMMANDS', '1e3', /a whole number/],
    ['MAYFLY_SMTP_IDLE_TIMEOUT', '0', /a time from 100ms/],
    ['MAYFLY_LOG_LEVEL', 'inof', /Did you mean info\?/],
    ['MAYFLY_LOG_FORMAT', 'xml', /one of auto, json, pretty/],
    ['MAYFLY_PLANS_FILE', join(folder, 'missing.json'), /cannot be read/],
  ]
  for (const [name, value, expected] of bad) {
    const problems = problemsOf({ [name]: value })
    assert.equal(problems.length, 1, `${name}=${value}`)
    assert.match(problems[0] as string, expected)
    assert.ok(problems[0]?.startsWith(name))
  }
})

test('an unknown setting is refused with the closest; those of the clients pass', () => {
  assert.deepEqual(problemsOf({ MAYFLY_HTPT_PORT: '1' }), [
    'MAYFLY_HTPT_PORT is no setting of Mayfly. Did you mean MAYFLY_HTTP_PORT?',
  ])
  assert.deepEqual(problemsOf({ MAYFLY_URL: 'x', MAYFLY_API_KEY: 'y', PATH: 'z' }), [])
})

test('all problems are told at once', () => {
  const env = { MAYFLY_HTTP_PORT: 'x', MAYFLY_SMTP_PORT: 'y', MAYFLY_TLS_CERT_FILE: '/c', MAYFLY_HOTS: 'h' }
  assert.equal(problemsOf(env).length, 4)
  assert.throws(() => readSettings(env), /There are 4 problems/)
})

test('ports must differ, but each may be free', () => {
  assert.match(problemsOf({ MAYFLY_HTTP_PORT: '9000', MAYFLY_SMTP_PORT: '9000' })[0] as string, /both 9000/)
  assert.deepEqual(problemsOf({ MAYFLY_HTTP_PORT: '0', MAYFLY_SMTP_PORT: '0', MAYFLY_METRICS_PORT: '0' }), [])
})

test('a bad bootstrap key is not repeated, and a good one is offered', () => {
  const [problem] = problemsOf({ MAYFLY_BOOTSTRAP_API_KEY: 'tk_hunter2' }) as [string]
  assert.ok(!problem.includes('hunter2'))
  const offered = problem.split(' ').at(-1) as string
  assert.ok(isKeyText(offered))
  assert.equal(readSettings({ MAYFLY_BOOTSTRAP_API_KEY: offered }).bootstrapApiKey, offered)
})

test('plans are laid over the built-in ones', () => {
  const { plans, smtpMaxMessageBytes } = withPlans({ free: { inboxes: 7 }, team: { message_bytes: 99_000_000 } })
  assert.deepEqual(plans.free, { ...DEFAULT_PLANS.free, inboxes: 7 })
  assert.equal(plans.plus, DEFAULT_PLANS.plus)
  assert.equal(smtpMaxMessageBytes, 99_000_000)
})

test('each fault of the plans file is named', () => {
  const content = { fre: {}, plus: { inboxs: 1 }, elite: { inboxes: -1, price_eur: 'x', members: 1.5 }, team: [] }
  assert.throws(
    () => withPlans(content),
    (error: SettingsError) => {
      assert.equal(error.problems.length, 6)
      assert.match(error.message, /no plan "fre"\. Did you mean free\?/)
      assert.match(error.message, /no "inboxs"\. Did you mean inboxes\?/)
      assert.match(error.message, /elite\.inboxes is -1\. Expected a whole number, 0 or more/)
      return true
    },
  )
  assert.throws(() => withPlans([]), /must hold an object/)
  writeFileSync(join(folder, 'broken.json'), '{')
  assert.match(problemsOf({ MAYFLY_PLANS_FILE: join(folder, 'broken.json') })[0] as string, /is not JSON/)
})

test('whatever the environment holds, only a SettingsError is thrown', () => {
  const names = [
    ...Object.values<Setting<unknown>>(SETTINGS).map((setting) => setting.name as string),
    'MAYFLY_X',
    '__proto__',
  ]
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('0', '-1', '1e400', '*', '99999999999999999', '1GiB', '5m', '/'),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (env) => {
      problemsOf(env)
    }),
    { numRuns: 300 },
  )
})

function withPlans(content: unknown) {
  const file = join(folder, 'plans.json')
  writeFileSync(file, JSON.stringify(content))
  return readSettings({ MAYFLY_PLANS_FILE: file })
}

test('name servers are addresses, with a port or without', () => {
  const read = (MAYFLY_DNS_SERVERS: string) => readSettings({ MAYFLY_DNS_SERVERS }).dnsServers
  assert.deepEqual(read('9.9.9.9, 127.0.0.1:5353,2620:fe::fe,[2620:fe::fe]:53 , [::1]'), [
    '9.9.9.9',
    '127.0.0.1:5353',
    '2620:fe::fe',
    '[2620:fe::fe]:53',
    '[::1]',
  ])
  assert.equal(readSettings({}).dnsServers, null)
  for (const wrong of [
    'dns.example',
    '9.9.9.9:0',
    '9.9.9.9:70000',
    '9.9.9',
    '[9.9.9.9]:53',
    '9.9.9.9,',
    '[::1',
    '::1]:53',
  ]) {
    assert.throws(
      () => read(wrong),
      (error) => error instanceof SettingsError && /comma list of addresses/.test(error.message),
      wrong,
    )
  }
})

test('a database is PostgreSQL, and its password is not repeated', () => {
  assert.equal(readSettings({}).databaseUrl, null)
  const url = 'postgres://ann:secret@db.example.com/mayfly'
  assert.equal(readSettings({ MAYFLY_DATABASE_URL: url }).databaseUrl, url)
  for (const wrong of ['mysql://ann:secret@db/mayfly', 'postgres://ann:secret@db', 'secret']) {
    const [problem = ''] = problemsOf({ MAYFLY_DATABASE_URL: wrong })
    assert.match(problem, /^MAYFLY_DATABASE_URL is not valid\. Expected an address such as postgres:/)
    assert.doesNotMatch(problem, /secret/)
  }
})

test('custom domains have their mail sent where the settings say', () => {
  assert.equal(readSettings({ MAYFLY_SMTP_HOSTNAME: 'smtp.example.com' }).mxHost, 'smtp.example.com')
  const given = { MAYFLY_SMTP_HOSTNAME: 'smtp.example.com', MAYFLY_MX_HOST: 'MX.example.com' }
  assert.equal(readSettings(given).mxHost, 'mx.example.com')
  assert.equal(readSettings({ MAYFLY_MTA_STS_MODE: 'enforce' }).mtaStsMode, 'enforce')
  assert.match(problemsOf({ MAYFLY_MTA_STS_MODE: 'enforced' })[0] ?? '', /Did you mean enforce/)
  assert.match(problemsOf({ MAYFLY_MX_HOST: 'a b' })[0] ?? '', /a host name/)
})

test('what people need is read, and what is wrong with it is said', () => {
  const { signUp, outboundSmtpUrl, outboundFrom, trustedProxies } = readSettings({})
  assert.deepEqual([signUp, outboundSmtpUrl, outboundFrom, trustedProxies], ['open', null, null, null])
  const given = readSettings({
    MAYFLY_SIGNUP: 'closed',
    MAYFLY_OUTBOUND_SMTP_URL: 'smtps://user:secret@mail.example.com:465',
    MAYFLY_OUTBOUND_FROM: 'Mayfly@Example.com',
    MAYFLY_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
  })
  assert.equal(given.signUp, 'closed')
  assert.equal(given.outboundFrom, 'mayfly@example.com')
  assert.deepEqual(given.trustedProxies, ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'])
  const url = { MAYFLY_OUTBOUND_SMTP_URL: 'smtp://mail.example.com' }
  const wrong: [Record<string, string>, RegExp][] = [
    [{ MAYFLY_SIGNUP: 'close' }, /Did you mean closed/],
    [{ MAYFLY_OUTBOUND_SMTP_URL: 'http://user:secret@mail' }, /^MAYFLY_OUTBOUND_SMTP_URL is not valid\. Expected/],
    [{ MAYFLY_OUTBOUND_FROM: 'a@b.test' }, /Set MAYFLY_OUTBOUND_SMTP_URL too/],
    [{ ...url, MAYFLY_OUTBOUND_FROM: 'nobody' }, /an e-mail address/],
    [{ MAYFLY_TRUSTED_PROXIES: '10.0.0.0/33' }, /"10\.0\.0\.0\/33" is no address or network/],
    [{ MAYFLY_TRUSTED_PROXIES: 'proxy.example' }, /"proxy\.example" is no/],
  ]
  for (const [env, sentence] of wrong) {
    const [problem = '', ...others] = problemsOf(env)
    assert.match(problem, sentence)
    assert.doesNotMatch(problem, /secret/)
    assert.deepEqual(others, [])
  }
})

test('certificates and proxies that do not add up are told', () => {
  const cert = { MAYFLY_TLS_CERT_FILE: '/a, /b', MAYFLY_TLS_KEY_FILE: '/c' }
  assert.match(problemsOf(cert)[0] ?? '', /go together/)
  assert.deepEqual(readSettings({ ...cert, MAYFLY_TLS_KEY_FILE: '/c,/d' }).tlsKeyFiles, ['/c', '/d'])
  const wild = { MAYFLY_ACME_DOMAINS: 'a.test, *.Bücher.test' }
  assert.match(problemsOf(wild)[0] ?? '', /MAYFLY_ACME_DNS_HOOK/)
  const settings = readSettings({ ...wild, MAYFLY_ACME_DNS_HOOK: '/hook' })
  assert.deepEqual(settings.acmeDomains, ['a.test', '*.xn--bcher-kva.test'])
  assert.match(problemsOf({ MAYFLY_PROXY_PROTOCOL: 'smtp' })[0] ?? '', /MAYFLY_TRUSTED_PROXIES/)
  const proxied = readSettings({ MAYFLY_PROXY_PROTOCOL: 'SMTP,imaps', MAYFLY_TRUSTED_PROXIES: '10.0.0.1' })
  assert.deepEqual(proxied.proxyProtocol, ['smtp', 'imaps'])
})
