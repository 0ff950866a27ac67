import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { signService } from '../../server/src/protocols/webhook-signature/sign-service.ts'
import { Folder } from '../../server/test/support/folder.ts'
import { collect, launch } from '../../server/test/support/mayflyd-command.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { ScenarioBench } from '../scenarios/scenario-bench.ts'

const CRATE = fileURLToPath(new URL('.', import.meta.url))
const ROOT = join(CRATE, '../..')
/** One for everything, and kept between runs: what it is built on does not change. */
const TARGET = join(tmpdir(), 'mayfly-rust-client')
const NAME = 'mayfly-0.1.0'

let bench: ScenarioBench
const folder = new Folder()
const PROJECT = folder.join('project')
before(async () => {
  bench = await ScenarioBench.open()
})
after(async () => {
  await bench[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

/** A Rust that rustup installed stands in the home of the user, whatever HOME is set to for this run. */
function rustHome(): Record<string, string> {
  const home = join(userInfo().homedir, '.rustup')
  return process.env['RUSTUP_HOME'] === undefined && existsSync(home) ? { RUSTUP_HOME: home } : {}
}

function environment(): Record<string, string> {
  // Without what only a debugger or the next build needs, it is built in half the time.
  const lean = { CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0' }
  return { ...bench.environment, ...rustHome(), ...lean, CARGO_TARGET_DIR: TARGET }
}

/** To its end; what it printed. Fails where it fails. */
async function run(
  file: string,
  args: readonly string[],
  cwd = CRATE,
  env: Record<string, string> = {},
): Promise<string> {
  const child = launch('sh', ['-c', 'cd "$0" && exec "$@"', cwd, file, ...args], { ...environment(), ...env })
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  child.stdin?.end()
  const code = await new Promise((resolve) => child.once('close', resolve))
  assert.equal(code, 0, `${file} ${args.join(' ')}\n${stdout()}${stderr()}`)
  return stdout()
}

test('it is formatted', async () => {
  await run('cargo', ['fmt', '--check'])
})

test('it is built', async () => {
  await run('cargo', ['test', '--quiet', '--locked', '--all-features', '--no-run'])
})

test('units, scenarios, vectors, a flaky server, 200 waits, and the examples of the documentation', async () => {
  const output = await run('cargo', ['test', '--quiet', '--locked', '--all-features'])
  const results = [...output.matchAll(/^test result: ok\. (\d+) passed; 0 failed; 0 ignored/gm)]
  // The library, the waits, the suite, the documentation.
  assert.equal(results.length, 4, output)
  assert.ok(results.every(([, count]) => Number(count) > 0))
})

test('clippy has nothing to say, with all features and with none', async () => {
  for (const features of [['--all-features'], []]) {
    await run('cargo', ['clippy', '--quiet', '--locked', '--all-targets', ...features, '--', '-D', 'warnings'])
  }
})

/** The examples of a page in Rust, as a reader would copy them. */
function examples(path: string): string[] {
  const blocks = readFileSync(join(ROOT, path), 'utf8').matchAll(/^```rust\n([\s\S]*?)^```$/gm)
  return [...blocks].map(([, code = '']) => code)
}

function write(name: string, content: string): void {
  const path = folder.join(name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** An empty project that has the package as it would be published, and what is printed of it. */
async function makeProject(): Promise<void> {
  await run('cargo', ['package', '--quiet', '--locked', '--no-verify', '--allow-dirty'])
  await run('tar', ['-xzf', join(TARGET, 'package', `${NAME}.crate`)], folder.path)
  const manifest = [
    '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2024"',
    `[dependencies]\nmayfly = { path = "../${NAME}", features = ["blocking", "testing"] }`,
    'tiny_http = "0.12"\ntokio = { version = "1", features = ["macros", "rt-multi-thread"] }',
  ]
  write('project/Cargo.toml', manifest.join('\n'))
  // The versions that the package was tested with, built already.
  copyFileSync(join(CRATE, 'Cargo.lock'), folder.join('project/Cargo.lock'))
  const [first = '', ...inTests] = examples('clients/rust/README.md')
  const [signUp = '', blocking = '', receiver = ''] = examples('docs/clients/rust.md')
  write('project/src/bin/first.rs', first)
  write('project/src/bin/receiver.rs', receiver)
  write('project/tests/sign_up.rs', signUp)
  write('project/tests/blocking.rs', blocking)
  const application = 'fn sign_up(_: &str) {}\nfn confirm(_: &str) -> bool { true }\n'
  write('project/tests/readme.rs', inTests.map((code, at) => `mod m${at} {\n${application}${code}}\n`).join(''))
}

let inboxesBefore = 0

test('the package holds what it promises, and no more', async () => {
  await makeProject()
  inboxesBefore = await inboxes()
  const files = readdirSync(folder.join(NAME)).filter((name) => !name.startsWith('.'))
  const made = ['Cargo.lock', 'Cargo.toml', 'Cargo.toml.orig']
  assert.deepEqual(files.sort(), ['CHANGELOG.md', ...made, 'LICENSE', 'README.md', 'src'])
})

test('in an empty project every example is built', async () => {
  await run('cargo', ['test', '--quiet', '--no-run'], PROJECT)
})

test("the README's example works as printed", async () => {
  assert.match(await run('cargo', ['run', '--quiet', '--bin', 'first'], PROJECT), /^\d{6}\n$/)
})

test('the first tests of docs/clients/rust.md pass as printed', async () => {
  for (const [name, count] of [
    ['sign_up', 3],
    ['blocking', 1],
  ] as const) {
    const output = await run('cargo', ['test', '--quiet', '--test', name], PROJECT)
    assert.match(output, new RegExp(`^test result: ok\\. ${count} passed`, 'm'))
  }
})

test('no inbox of the examples is left', async () => assert.equal(await inboxes(), inboxesBefore))

test('the documentation has no broken links', async () => {
  await run('cargo', ['doc', '--quiet', '--no-deps', '-p', 'mayfly'], PROJECT, { RUSTDOCFLAGS: '-D warnings' })
})

/** How many there are. */
async function inboxes(): Promise<number> {
  const headers = { 'x-api-key': bench.server.key }
  const answer = await fetch(`${bench.server.httpUrl}/v1/account`, { headers })
  return ((await answer.json()) as { usage: { inboxes: number } }).usage.inboxes
}

test('the receiver of docs/clients/rust.md takes what is signed, and refuses the rest', async (t) => {
  const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='
  const program = join(TARGET, 'debug/receiver')
  const receiver = launch(program, [], { PORT: '0', WEBHOOK_SECRET: secret })
  t.after(() => void receiver.kill())
  const output = collect(receiver.stdout)
  const port = await waitUntil('it listens', () => /^Listening on \S+:(\d+)$/m.exec(output())?.[1])
  const post = async (body: string, key: string): Promise<number> => {
    const headers = { 'x-service-signature': signService(key, Buffer.from(body)) }
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
  }
  const ping = (timestamp: number) => JSON.stringify({ event: 'test.ping', delivery_id: 'dlv_1', timestamp, data: {} })
  const now = Math.floor(Date.now() / 1_000)
  assert.equal(await post(ping(now), secret), 204)
  assert.equal(await post(ping(now), `${secret}x`), 401)
  assert.equal(await post(ping(now - 3_600), secret), 401)
  assert.match(output(), /^test\.ping dlv_1$/m)
})

test('over TLS it trusts whom the machine trusts, and nobody else', async (t) => {
  const [key, cert] = [folder.join('key.pem'), folder.join('cert.pem')]
  const extensions = ['basicConstraints=critical,CA:FALSE', 'subjectAltName=DNS:localhost']
  const request = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'.split(' ')
  const files = ['-keyout', key, '-out', cert, ...extensions.flatMap((extension) => ['-addext', extension])]
  await run('openssl', ['req', ...request, ...files])
  const { hostname, port } = new URL(bench.server.httpUrl)
  const proxy = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, response) => {
    const { method, url, headers } = incoming
    const onward = httpRequest({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(onward)
  })
  t.after(() => void proxy.close())
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = `https://localhost:${(proxy.address() as AddressInfo).port}`
  const first = join(TARGET, 'debug/first')
  assert.match(await run(first, [], CRATE, { MAYFLY_URL: url, SSL_CERT_FILE: cert }), /^\d{6}\n$/)
  await assert.rejects(run(first, [], CRATE, { MAYFLY_URL: url }), /cannot be reached \(.*certificate/)
})
