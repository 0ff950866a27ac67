import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { Folder } from './support/folder.ts'
import { type Env, mayflyd } from './support/mayflyd-command.ts'
import { startServer } from './support/running-server.ts'

const folder = new Folder()
after(() => folder[Symbol.dispose]())
let count = 0
const freshDir = (): string => folder.join(`data-${++count}`)

/** Starts, and insists on one sentence that says this, exit code 1, and no word of where in the code it happened. */
async function assertRefusesToStart(env: Env, expected: RegExp): Promise<void> {
  const { code, stdout, stderr } = await mayflyd(['serve'], { MAYFLY_DATA_DIR: freshDir(), ...env })
  assert.match(stderr, expected)
  assert.match(stderr, /^mayflyd: [^\n]+\n$/)
  assert.doesNotMatch(stderr + stdout, /\bat .*\.ts:\d|node:internal|bug in Mayfly/)
  assert.equal(code, 1)
}

test('a port in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  for (const name of ['MAYFLY_HTTP_PORT', 'MAYFLY_SMTP_PORT', 'MAYFLY_IMAP_PORT', 'MAYFLY_IMAPS_PORT']) {
    await assertRefusesToStart({ [name]: String(port) }, new RegExp(`Port ${port}\\b.*in use.*${name}`))
  }
})

test('a data folder that cannot be one', async () => {
  const file = folder.join('a-file')
  writeFileSync(file, '')
  await assertRefusesToStart({ MAYFLY_DATA_DIR: file }, /a-file is not a folder.*MAYFLY_DATA_DIR/)
  await assertRefusesToStart({ MAYFLY_DATA_DIR: `${file}/below` }, /is not a folder.*MAYFLY_DATA_DIR/)
  // Not even root makes a folder there.
  await assertRefusesToStart({ MAYFLY_DATA_DIR: '/sys/mayfly' }, /\/sys\/mayfly.*MAYFLY_DATA_DIR/)
})

test('a database that is none, is damaged, or is of a newer Mayfly', async () => {
  const [garbage, damaged, newer] = [freshDir(), freshDir(), freshDir()]
  mkdirSync(garbage)
  writeFileSync(`${garbage}/mayfly.db`, 'Not a database, though it is long enough to be taken for one. '.repeat(50))
  await assertRefusesToStart({ MAYFLY_DATA_DIR: garbage }, /mayfly\.db is no Mayfly database/)

  mkdirSync(damaged)
  const header = Buffer.from('SQLite format 3\0')
  writeFileSync(`${damaged}/mayfly.db`, Buffer.concat([header, Buffer.alloc(8_192 - header.length, 7)]))
  await assertRefusesToStart({ MAYFLY_DATA_DIR: damaged }, /mayfly\.db is (?:damaged|no Mayfly database)/)

  await mayflyd(['admin', 'account', 'create', '--email', 'a@elsewhere.test'], { MAYFLY_DATA_DIR: newer })
  const db = new DatabaseSync(`${newer}/mayfly.db`)
  db.exec('PRAGMA user_version = 9999')
  db.close()
  await assertRefusesToStart({ MAYFLY_DATA_DIR: newer }, /newer/)
})

test('a folder that another mayflyd serves', async () => {
  await using server = await startServer()
  await assertRefusesToStart({ MAYFLY_DATA_DIR: server.dataDir }, /Another mayflyd/)
})

test('a setting that does not exist, with the closest that does', async () => {
  await assertRefusesToStart({ MAYFLY_DATADIR: '/tmp' }, /MAYFLY_DATADIR.*Did you mean MAYFLY_DATA_DIR\?/)
  await assertRefusesToStart({ MAYFLY_SMTP_PROT: '1' }, /MAYFLY_SMTP_PROT.*Did you mean MAYFLY_SMTP_PORT\?/)
})

test('a setting that has no sense', async () => {
  await assertRefusesToStart({ MAYFLY_SMTP_PORT: '70000' }, /MAYFLY_SMTP_PORT is "70000"/)
  await assertRefusesToStart({ MAYFLY_DOMAINS: 'a b' }, /MAYFLY_DOMAINS/)
  await assertRefusesToStart({ MAYFLY_BOOTSTRAP_API_KEY: 'tk_wrong' }, /MAYFLY_BOOTSTRAP_API_KEY/)
  await assertRefusesToStart({ MAYFLY_UNCLAIMED_TTL: 'soon' }, /MAYFLY_UNCLAIMED_TTL is "soon"/)
  await assertRefusesToStart({ MAYFLY_HOST: '192.0.2.1' }, /MAYFLY_HOST/)
})

test('a plans file that is none', async () => {
  const cases: [string, RegExp][] = [
    ['{', /MAYFLY_PLANS_FILE is not JSON/],
    ['[]', /MAYFLY_PLANS_FILE must hold an object/],
    ['{"teem":{}}', /no plan "teem".*Did you mean team\?/],
    ['{"free":{"inbox":1}}', /no "inbox".*Did you mean inboxes\?/],
    ['{"free":{"inboxes":-1}}', /free\.inboxes is -1/],
    ['{"free":{"inboxes":"many"}}', /free\.inboxes is "many"/],
  ]
  for (const [content, expected] of cases) {
    const file = folder.join('plans.json')
    writeFileSync(file, content)
    await assertRefusesToStart({ MAYFLY_PLANS_FILE: file }, expected)
  }
  await assertRefusesToStart({ MAYFLY_PLANS_FILE: folder.join('missing.json') }, /MAYFLY_PLANS_FILE cannot be read/)
})

test('a certificate that is none', async () => {
  const file = folder.join('cert.pem')
  writeFileSync(file, 'not a certificate')
  const env = { MAYFLY_TLS_CERT_FILE: file, MAYFLY_TLS_KEY_FILE: file }
  await assertRefusesToStart(env, /The certificate .*cert\.pem/)
  await assertRefusesToStart({ MAYFLY_TLS_CERT_FILE: file }, /MAYFLY_TLS_KEY_FILE/)
})
