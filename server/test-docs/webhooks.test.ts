import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Folder } from '../test/support/folder.ts'
import { collect, launch } from '../test/support/mayflyd-command.ts'
import { startServer } from '../test/support/running-server.ts'
import { rustHome } from '../test/support/rust-home.ts'
import { addWebhook, BENCH, claimBox, sendTo } from '../test/support/webhook-bench.ts'
import { type Received, WebhookReceiver } from '../test/support/webhook-receiver.ts'
import { ExampleReceiver } from './example-receiver.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')

/** The example in this language under this heading, as a reader would copy it. */
function exampleOf(heading: string, language: string): string {
  const section = PAGE.split(/^### /m).find((text) => text.startsWith(`${heading}\n`))
  const code = section?.match(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm'))?.[1]
  assert.ok(code, `there is no ${language} under "${heading}"`)
  return code
}

let folder: Folder
let secret = ''
let delivery: Received

before(async () => {
  folder = new Folder()
  await using server = await startServer({ env: BENCH })
  await using receiver = await WebhookReceiver.listen()
  await claimBox(server)
  secret = (await addWebhook(server, receiver.url())).secret
  await sendTo(server, '=?utf-8?Q?Gr=C3=BC=C3=9Fe_=F0=9F=A6=8B?= & "quotes"')
  delivery = (await receiver.first(1))[0] as Received
  assert.match(delivery.body.toString(), /Grüße 🦋 & \\"quotes\\"/)
})
after(() => folder[Symbol.dispose]())

function write(name: string, content: string | Uint8Array): string {
  const path = folder.join(name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  return path
}

/** One byte changed, at several places. */
function* changedBodies(): Generator<Buffer> {
  for (const at of [0, Math.floor(delivery.body.length / 2), delivery.body.length - 1]) {
    const body = Buffer.from(delivery.body)
    body[at] = (body[at] ?? 0) ^ 1
    yield body
  }
  yield Buffer.concat([delivery.body, Buffer.from('\n')])
}

/** What a wrong sender might put in its place. */
function wrongSignatures(): string[] {
  const right = String(delivery.headers['x-service-signature'])
  const flipped = right.endsWith('0') ? `${right.slice(0, -1)}1` : `${right.slice(0, -1)}0`
  return ['', 'sha256=', right.slice(0, -2), right.slice('sha256='.length), `sha1=${right.slice(7)}`, flipped]
}

async function assertVerifies(receiver: ExampleReceiver): Promise<void> {
  const signature = String(delivery.headers['x-service-signature'])
  const post = async (body: Buffer, headers: Record<string, string>): Promise<number> => {
    const answer = await fetch(receiver.url, { method: 'POST', body, headers })
    await answer.arrayBuffer()
    return answer.status
  }
  assert.equal(await post(delivery.body, { 'X-Service-Signature': signature }), 204, 'the right one is refused')
  for (const body of changedBodies()) assert.equal(await post(body, { 'X-Service-Signature': signature }), 401)
  for (const wrong of wrongSignatures()) {
    assert.equal(await post(delivery.body, { 'X-Service-Signature': wrong }), 401, wrong)
  }
  assert.equal(await post(delivery.body, {}), 401)
}

test('TypeScript', async () => {
  const file = write('receiver.ts', exampleOf('TypeScript', 'ts'))
  await using receiver = await ExampleReceiver.start([process.execPath, file], { WEBHOOK_SECRET: secret })
  await assertVerifies(receiver)
})

test('Python', async () => {
  const file = write('receiver.py', exampleOf('Python', 'python'))
  await using receiver = await ExampleReceiver.start(['python3', file], { WEBHOOK_SECRET: secret })
  await assertVerifies(receiver)
})

test('Go', async () => {
  const [source, program] = [write('receiver.go', exampleOf('Go', 'go')), folder.join('receiver-go')]
  // Built first: `go run` would leave its program running when it is killed.
  await finish('go', ['build', '-o', program, source], { GOFLAGS: '-mod=mod', GOPROXY: 'off' })
  await using receiver = await ExampleReceiver.start([program], { WEBHOOK_SECRET: secret })
  await assertVerifies(receiver)
})

test('Rust', async () => {
  const manifest = write('rust/Cargo.toml', exampleOf('Rust', 'toml'))
  write('rust/src/main.rs', exampleOf('Rust', 'rust'))
  // Kept between runs: what it is built on does not change.
  const target = join(tmpdir(), 'mayfly-docs-cargo')
  await finish('cargo', ['build', '--quiet', '--manifest-path', manifest], { CARGO_TARGET_DIR: target, ...rustHome() })
  await using receiver = await ExampleReceiver.start([join(target, 'debug/receiver')], { WEBHOOK_SECRET: secret })
  await assertVerifies(receiver)
})

test('openssl', async () => {
  const script = exampleOf('On the command line', 'sh')
  const verdict = async (body: Buffer, signature: string): Promise<string> => {
    write('body.json', body)
    const env = { WEBHOOK_SECRET: secret, SIGNATURE: signature }
    const { code, stdout } = await end('sh', ['-c', `cd '${folder.path}' && ${script}`], env)
    return `${code} ${stdout.trim()}`
  }
  const signature = String(delivery.headers['x-service-signature'])
  assert.equal(await verdict(delivery.body, signature), '0 good')
  for (const body of changedBodies()) assert.equal(await verdict(body, signature), '1 BAD')
  for (const wrong of wrongSignatures()) assert.equal(await verdict(delivery.body, wrong), '1 BAD')
})

test('what is typed to make an endpoint and to resume it', async () => {
  await using server = await startServer({ env: BENCH })
  const commands = [...PAGE.matchAll(/^```sh\n(curl [\s\S]*?)^```$/gm)].map(([, command = '']) => command)
  assert.equal(commands.length, 2)
  let webhookId = ''
  for (const command of commands) {
    const env = { MAYFLY_URL: server.httpUrl, MAYFLY_API_KEY: server.key, WEBHOOK_ID: webhookId }
    const { id, state } = JSON.parse((await end('sh', ['-c', command], env)).stdout)
    assert.equal(state, 'active')
    webhookId = id
  }
})

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

async function end(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = launch(file, args, env)
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject).once('close', resolve)
  return { code: await promise, stdout: stdout(), stderr: stderr() }
}

async function finish(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const { code, stderr } = await end(file, args, env)
  assert.equal(code, 0, `${file} ${args.join(' ')}: ${stderr}`)
}
