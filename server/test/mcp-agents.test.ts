import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AGENTS, type Agent } from './support/agents.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { sendMail } from './support/smtp-client.ts'
import { waitUntil, within } from './support/wait-until.ts'

const OTP = 'From: Shop <no-reply@shop.test>\r\nSubject: Your sign-in\r\n\r\nYour verification code is 482913.\r\n'

function letter(subject: string, text = 'hello'): string {
  return `From: Shop <no-reply@shop.test>\r\nSubject: ${subject}\r\n\r\n${text}\r\n`
}

/** One for all: each test has inboxes of its own. */
let server: RunningServer
before(async () => {
  server = await startServer()
})
after(() => server[Symbol.asyncDispose]())

async function openWaits(): Promise<number> {
  const answer = await fetch(`${server.httpUrl}/v1/account`, { headers: { 'x-api-key': server.key } })
  return ((await answer.json()) as { usage: { open_waits: number } }).usage.open_waits
}

for (const [kind, connect] of Object.entries(AGENTS)) {
  const agentOf = (key = server.key): Promise<Agent> =>
    connect({ url: `${server.httpUrl}/mcp`, headers: { authorization: `Bearer ${key}` } })

  test(`${kind}: an inbox is made, a mail comes by SMTP, and wait_for_message returns it`, async () => {
    await using agent = await agentOf()
    const names = (await agent.tools()).map((tool) => tool.name)
    assert.deepEqual(names.sort(), [
      'create_inbox',
      'delete_inbox',
      'get_message',
      'list_inboxes',
      'list_messages',
      'wait_for_code',
      'wait_for_message',
    ])
    const { address } = (await agent.call('create_inbox')).data
    assert.match(address, /^[^@\s]+@mayfly\.test$/)
    const waiting = agent.call('wait_for_message', { inbox: address, timeout: 60 })
    await waitUntil('it waits', async () => (await openWaits()) === 1)
    await sendMail(server, address, OTP)
    const { data, text } = await within('the wait', waiting)
    assert.equal(data.status, 'received')
    assert.equal(data.message.subject, 'Your sign-in')
    assert.equal(data.message.from, 'no-reply@shop.test')
    assert.match(data.message.text, /Your verification code is 482913\./)
    assert.match(text, /codes: 482913/)
    const { data: found } = await agent.call('wait_for_code', { inbox: address, from: 'shop.test' })
    assert.equal(found.code, '482913')
    const { data: read } = await agent.call('get_message', { id: data.message.id })
    assert.equal(read.message.id, data.message.id)
  })

  test(`${kind}: a wait that ends without its mail explains itself, and its cursor goes on`, async () => {
    await using agent = await agentOf()
    const { address: inbox } = (await agent.call('create_inbox')).data
    await sendMail(server, inbox, letter('Welcome'))
    const { data, text, isError } = await agent.call('wait_for_message', { inbox, timeout: 0, subject: 'invoice' })
    assert.equal(isError, false)
    assert.equal(data.status, 'timeout')
    assert.deepEqual(data.near_misses[0].failed, ['subject'])
    assert.match(text, /No mail within 0 s/)
    const next = agent.call('wait_for_message', { inbox, after: data.cursor })
    await waitUntil('it waits', async () => (await openWaits()) === 1)
    await sendMail(server, inbox, letter('The next'))
    assert.equal((await within('the wait', next)).data.message.subject, 'The next')
  })

  test(`${kind}: a cancelled wait is freed, and the other one goes on`, async () => {
    await using agent = await agentOf()
    const { address: inbox } = (await agent.call('create_inbox')).data
    const cancel = new AbortController()
    const seen: number[] = []
    const cancelled = agent.call('wait_for_message', { inbox, timeout: 55 }, { signal: cancel.signal })
    const other = agent.call(
      'wait_for_message',
      { inbox, timeout: 55 },
      { onprogress: ({ progress, total = 0 }) => seen.push(progress, total) },
    )
    await waitUntil('both wait', async () => (await openWaits()) === 2)
    cancel.abort()
    await assert.rejects(within('the cancelled call', cancelled))
    await waitUntil('one is freed', async () => (await openWaits()) === 1)
    await sendMail(server, inbox, letter('For the other'))
    assert.equal((await within('the other wait', other)).data.message.subject, 'For the other')
    assert.deepEqual(seen.slice(0, 2), [0, 55])
    await waitUntil('both are freed', async () => (await openWaits()) === 0)
  })

  test(`${kind}: who goes away frees the wait`, async () => {
    const agent = await agentOf()
    const { address: inbox } = (await agent.call('create_inbox')).data
    const waiting = agent.call('wait_for_message', { inbox, timeout: 55 })
    await waitUntil('it waits', async () => (await openWaits()) === 1)
    await agent[Symbol.asyncDispose]()
    await assert.rejects(within('the call', waiting))
    await waitUntil('it is freed', async () => (await openWaits()) === 0)
  })

  test(`${kind}: a wrong key gets in nowhere, and another account's things are not there`, async () => {
    await assert.rejects(agentOf(`${server.key.slice(0, -1)}${server.key.endsWith('0') ? '1' : '0'}`), /401|key/i)
    await using owner = await agentOf()
    const { address: inbox } = (await owner.call('create_inbox')).data
    await sendMail(server, inbox, OTP)
    const { id } = (await owner.call('wait_for_message', { inbox })).data.message
    const { api_key: key } = await server.createAccount(`other-${inbox}`, 'free')
    await using other = await agentOf(key)
    for (const [tool, args, code] of [
      ['wait_for_message', { inbox, timeout: 0 }, 'inbox_taken'],
      ['wait_for_code', { inbox, timeout: 0 }, 'inbox_taken'],
      ['list_messages', { inbox }, 'inbox_taken'],
      ['get_message', { id }, 'not_found'],
      ['delete_inbox', { inbox }, 'not_found'],
    ] as const) {
      const { isError, text } = await other.call(tool, args)
      assert.equal(isError, true)
      assert.match(text, new RegExp(`^Error ${code}: .*\nWhat to do: `))
    }
    assert.deepEqual((await other.call('list_inboxes')).data.inboxes, [])
  })
}

test('each client speaks the newest revision that it knows', async () => {
  const revisions: (string | undefined)[] = []
  for (const connect of Object.values(AGENTS)) {
    await using agent = await connect({ url: `${server.httpUrl}/mcp`, headers: { 'x-api-key': server.key } })
    revisions.push(agent.revision)
  }
  assert.deepEqual(revisions, ['2026-07-28', '2025-11-25', '2025-11-25'])
})
