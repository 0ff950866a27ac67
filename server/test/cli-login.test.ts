import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { MayflyUser } from './support/mayfly-command.ts'
import { type RunningServer, startServer } from './support/running-server.ts'

/** Somebody who has signed up in the browser. */
class Person {
  readonly #url: string
  #cookie = ''

  constructor({ httpUrl }: RunningServer) {
    this.#url = httpUrl
  }

  static async signUp(server: RunningServer): Promise<Person> {
    const person = new Person(server)
    const { status } = await person.call('POST', '/signup', {
      email: 'ann@people.test',
      password: 'a quiet river at dawn',
    })
    assert.equal(status, 201)
    return person
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  async call(method: string, path: string, body?: object): Promise<{ status: number; json: any }> {
    const answer = await fetch(`${this.#url}/v1${path}`, {
      method,
      headers: { Origin: this.#url, Cookie: this.#cookie, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    this.#cookie ||= (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
    const text = await answer.text()
    return { status: answer.status, json: text === '' ? null : JSON.parse(text) }
  }

  async decide(userCode: string, approve: boolean): Promise<void> {
    assert.equal((await this.call('POST', '/device/approve', { user_code: userCode, approve })).status, 204)
  }
}

test('login by the device flow, whoami, logout', async () => {
  await using server = await startServer()
  const person = await Person.signUp(server)
  using user = new MayflyUser({ httpUrl: server.httpUrl })
  const unsigned = await user.run(['whoami'])
  assert.deepEqual([unsigned.code, unsigned.stdout], [1, ''])
  assert.match(unsigned.stderr, /^mayfly: You are not signed in to \S+\. Run mayfly login, or set MAYFLY_API_KEY\.\n$/)

  using login = user.launchInTerminal('login')
  const [, code = '', page] = await login.says(/Your code is ([B-Z]{4}-[B-Z]{4})\.[^\n]+\r\n {2}(\S+)\r\n/)
  assert.equal(page, `${server.httpUrl}/device?user_code=${code}`)
  const { json: waiting } = await person.call('GET', `/device?user_code=${code}`)
  assert.match(waiting.system, /^Linux /)
  await person.decide(code, true)
  const { code: exitCode, stdout } = await login.end
  assert.equal(exitCode, 0, stdout)
  assert.match(stdout, /Signed in to http:\/\/127\.0\.0\.1:\d+\.\r\n/)
  assert.equal(statSync(user.configFile).mode & 0o777, 0o600)
  const { tokens } = JSON.parse(readFileSync(user.configFile, 'utf8'))
  const token: string = tokens[server.httpUrl]
  assert.match(token, /^tkc_[0-9A-Za-z]{36}$/)
  assert.ok(!stdout.includes(token))

  const me = JSON.parse((await user.run(['whoami', '--json'])).stdout)
  assert.deepEqual([me.account.plan, me.token, me.token_from], ['free', `tkc_…${token.slice(-4)}`, 'mayfly login'])
  const out = await user.run(['logout', '--json'])
  assert.deepEqual(JSON.parse(out.stdout), { url: server.httpUrl, signed_out: true, revoked: true })
  assert.deepEqual((await person.call('GET', '/devices')).json.data, [])
  assert.equal((await user.run(['logout'])).stdout, `You were not signed in to ${server.httpUrl}.\n`)
})

test('a login that is refused; one without a server', async () => {
  await using server = await startServer()
  const person = await Person.signUp(server)
  using user = new MayflyUser({ httpUrl: server.httpUrl })
  using login = user.launch('login', '--json')
  const [line] = await login.says(/^\{.*\}\n/)
  const { user_code, device_code, verification_uri } = JSON.parse(line)
  assert.deepEqual([device_code, verification_uri], [undefined, `${server.httpUrl}/device`])
  await person.decide(user_code, false)
  const { code, stderr } = await login.end
  assert.deepEqual(
    [code, stderr],
    [1, 'mayfly: The login was refused on the page. Run mayfly login again if that was a mistake.\n'],
  )
  assert.equal(existsSync(user.configFile), false)
  await server.kill9()
  const lost = await user.run(['login'])
  assert.equal(lost.code, 1)
  assert.match(lost.stderr, /^mayfly: Nothing answers at \S+\. Start the server, or give its address with --url\.\n$/)
})

test('login --with-token keeps a key that works, and no other', async () => {
  await using server = await startServer()
  using user = new MayflyUser({ httpUrl: '' })
  const login = ['login', '--with-token', '--url', server.httpUrl]
  for (const [input, complaint] of [
    ['nonsense', /is no API key/],
    [`tk_${'a'.repeat(36)}`, /does not know this key, or it is revoked/],
  ] as const) {
    const { code, stderr } = await user.run(login, input)
    assert.equal(code, 1)
    assert.match(stderr, complaint)
  }
  assert.equal(existsSync(user.configFile), false)
  const { code, stdout, stderr } = await user.run(login, `${server.key}\n`)
  assert.deepEqual([code, stdout, stderr], [0, `Signed in to ${server.httpUrl}.\n`, ''])
  // That server is meant from now on, and no other gets its key.
  const elsewhere = await user.run(['config', '--json', '--url', 'http://127.0.0.1:2'])
  assert.equal(JSON.parse(elsewhere.stdout).token, null)
  const shown = JSON.parse((await user.run(['config', '--json'])).stdout)
  assert.deepEqual([shown.url, shown.url_from], [server.httpUrl, 'mayfly login'])
  assert.deepEqual([shown.token, shown.token_from], [`tk_…${server.key.slice(-4)}`, 'mayfly login'])
  const terminal = await user.inTerminal('login', '--with-token')
  assert.equal(terminal.code, 2)
  assert.match(terminal.stdout, /mayfly login --with-token < token\.txt/)
})

test('a token that was revoked elsewhere says what to do', async () => {
  await using server = await startServer()
  using user = new MayflyUser({ httpUrl: server.httpUrl })
  using owner = new MayflyUser(server)
  const { id, key } = JSON.parse((await owner.run(['key', 'new', 'lost', '--json'])).stdout)
  assert.equal((await user.run(['login', '--with-token'], key)).code, 0)
  assert.equal((await owner.run(['key', 'revoke', id])).code, 0)
  for (;;) {
    // A revocation holds within a second.
    const { code, stdout, stderr } = await user.run(['inbox', 'list'])
    if (code === 0) continue
    assert.deepEqual([stdout, stderr], ['', 'mayfly: The token of this machine was revoked. Run mayfly login.\n'])
    break
  }
})

test('a configuration that is not ours is not guessed at', async () => {
  using user = new MayflyUser({ httpUrl: 'http://127.0.0.1:2' })
  mkdirSync(dirname(user.configFile))
  writeFileSync(user.configFile, '{"tokens": 7')
  const { code, stderr } = await user.run(['config'])
  assert.equal(code, 1)
  assert.match(stderr, /config\.json is not as mayfly writes it\. Mend it, or delete it and run mayfly login\.\n$/)
})
