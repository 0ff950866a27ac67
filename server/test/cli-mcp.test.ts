import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MayflyUser, type Running } from './support/mayfly-command.ts'
import { startServer } from './support/running-server.ts'
import { sendMail } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'

/** Plain JSON-RPC on the standard streams, a message on each line. */
class StdioClient {
  readonly #running: Running
  #count = 0

  constructor(running: Running) {
    this.#running = running
  }

  notify(method: string, params: object = {}): void {
    this.#write({ method, params })
  }

  /** Gives the number of the request, for whoever wants to cancel it. */
  send(method: string, params: object = {}): number {
    this.#write({ id: ++this.#count, method, params })
    return this.#count
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  async answer(id: number): Promise<any> {
    return waitUntil(`an answer to ${id}`, () => this.#messages().find((message) => message.id === id))
  }

  // biome-ignore lint/suspicious/noExplicitAny: likewise
  async call(name: string, args: object = {}): Promise<any> {
    return (await this.answer(this.send('tools/call', { name, arguments: args }))).result
  }

  async begin(): Promise<void> {
    const clientInfo = { name: 'script', version: '1' }
    const begun = await this.answer(
      this.send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
    )
    assert.equal(begun.result.serverInfo.name, 'mayfly')
    this.notify('notifications/initialized')
  }

  #write(message: object): void {
    this.#running.type(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  // biome-ignore lint/suspicious/noExplicitAny: likewise
  #messages(): any[] {
    const lines = this.#running.stdout.split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line))
  }
}

test('over stdio: the tools, an inbox, a mail, two waits at once, a time-out, a cancel, the end', async () => {
  await using server = await startServer()
  using user = new MayflyUser(server)
  using running = user.launch('mcp')
  const client = new StdioClient(running)
  await client.begin()
  const { result } = await client.answer(client.send('tools/list'))
  const names = result.tools.map(({ name }: { name: string }) => name)
  for (const name of ['create_inbox', 'wait_for_message', 'wait_for_code']) assert.ok(names.includes(name), name)

  const [one, two] = await Promise.all([client.call('create_inbox'), client.call('create_inbox')])
  const [first, second] = [one, two].map((made) => made.structuredContent.address)
  const waits = [first, second].map((inbox) => client.call('wait_for_message', { inbox, timeout: 20 }))
  await sendMail(server, second, 'Subject: To the second\r\n\r\nhello\r\n')
  await sendMail(server, first, 'Subject: 482913 is your code\r\n\r\nhello\r\n')
  const [toFirst, toSecond] = await Promise.all(waits)
  assert.equal(toFirst.structuredContent.status, 'received')
  assert.match(toSecond.content[0].text, /To the second/)
  assert.match((await client.call('wait_for_code', { inbox: first })).content[0].text, /482913/)
  const late = await client.call('wait_for_message', { inbox: first, timeout: 0, subject: 'invoice' })
  assert.equal(late.structuredContent.status, 'timeout')
  const foreign = await client.call('wait_for_message', { inbox: 'a@elsewhere.test', timeout: 0 })
  assert.equal(foreign.isError, true)
  assert.match(foreign.content[0].text, /foreign_domain/)

  const headers = { 'X-API-KEY': server.key }
  const openWaits = async () => {
    const account = await (await fetch(`${server.httpUrl}/v1/account`, { headers })).json()
    return (account as { usage: { open_waits: number } }).usage.open_waits
  }
  const requestId = client.send('tools/call', {
    name: 'wait_for_message',
    arguments: { inbox: first, timeout: 55, subject: 'never' },
  })
  await waitUntil('the wait is open', async () => (await openWaits()) === 1)
  client.notify('notifications/cancelled', { requestId, reason: 'changed my mind' })
  await waitUntil('the wait is freed', async () => (await openWaits()) === 0)
  running.endInput()
  const { code, stderr } = await running.end
  assert.deepEqual([code, stderr], [0, ''])
})

test('without a key it says how to get one; with a wrong one the tools do', async () => {
  await using server = await startServer()
  using nobody = new MayflyUser({ httpUrl: server.httpUrl })
  const { code, stderr } = await nobody.run(['mcp'])
  assert.equal(code, 1)
  assert.match(stderr, /You are not signed in to/)
  using stranger = new MayflyUser({ httpUrl: server.httpUrl, key: `tk_${'a'.repeat(36)}` })
  using running = stranger.launch('mcp')
  const client = new StdioClient(running)
  await client.begin()
  const refused = await client.call('create_inbox')
  assert.equal(refused.isError, true)
  assert.match(refused.content[0].text, /^Error invalid_key/)
})
