import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { askForCode, type DeviceAsk, pollForToken } from './device-login.ts'
import { Failure } from './failure.ts'

const ASK: DeviceAsk = {
  device_code: 'd',
  user_code: 'BCDF-GHJK',
  verification_uri: 'x',
  expires_in: 60,
  interval: 0.001,
}

type Answer = readonly [status: number, body: string] | 'hang up'

/** A server that gives these answers one after the other, and tells what it was asked. */
async function play(answers: readonly Answer[], work: (url: string) => Promise<void>): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = []
  const left = [...answers]
  const server = createServer(async (request, response) => {
    asked.push(new URLSearchParams(await text(request)))
    const answer = left.shift() ?? [500, '']
    if (answer === 'hang up') request.socket.destroy()
    else response.writeHead(answer[0]).end(answer[1])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return asked
  } finally {
    server.close()
  }
}

const error = (name: string): Answer => [400, JSON.stringify({ error: name })]
const GRANTED: Answer = [200, '{"access_token":"tkc_x","token_type":"Bearer"}']

test('RFC 8628 §3.5: polls while it is pending, over errors of the server and broken connections', async () => {
  const asked = await play([error('authorization_pending'), [503, ''], 'hang up', GRANTED], async (url) => {
    assert.equal(await pollForToken(url, ASK), 'tkc_x')
  })
  assert.equal(asked.length, 4)
  assert.deepEqual(
    [asked[0]?.get('grant_type'), asked[0]?.get('device_code')],
    ['urn:ietf:params:oauth:grant-type:device_code', 'd'],
  )
})

test('what ends it is a sentence', async () => {
  for (const [answer, sentence] of [
    [error('access_denied'), /refused on the page/],
    [error('expired_token'), /Nobody approved the code in time/],
    [error('invalid_grant'), /The server refused: invalid_grant/],
    [[404, '<html>'], /does not answer like a Mayfly server \(404\)/],
  ] as const) {
    await play([answer], async (url) => {
      await assert.rejects(
        pollForToken(url, ASK),
        (failure) => failure instanceof Failure && sentence.test(failure.message),
      )
    })
  }
  await play([], async (url) => {
    await assert.rejects(pollForToken(url, { ...ASK, expires_in: 0 }), /Nobody approved/)
  })
})

test('asking for a code tells which machine it is', async () => {
  const asked = await play(
    [
      [200, JSON.stringify(ASK)],
      [200, '{}'],
      [429, '{"detail":"Too many. Wait."}'],
    ],
    async (url) => {
      const machine = { host: 'laptop', system: 'Linux 6' }
      assert.equal((await askForCode(url, machine)).user_code, 'BCDF-GHJK')
      await assert.rejects(askForCode(url, machine), /does not answer like a Mayfly server/)
      await assert.rejects(askForCode(url, machine), /The server refused: Too many\. Wait\./)
    },
  )
  assert.deepEqual(Object.fromEntries(asked[0] ?? []), { client_id: 'mayfly-cli', host: 'laptop', system: 'Linux 6' })
})
