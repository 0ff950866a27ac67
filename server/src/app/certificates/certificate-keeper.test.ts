import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generate } from 'selfsigned'
import { type CertificateAuthority, type CertificateOrder, OrderFailure } from '../../domain/certificate-authority.ts'
import { openMemoryStore } from '../../drivers/memory/store.ts'
import { CertificateKeeper, type KeeperDeps } from './certificate-keeper.ts'
import type { WantedCertificate } from './obtain-certificate.ts'

const DAY = 86_400_000
const T0 = Date.UTC(2026, 0, 1)
const MAIN: WantedCertificate = { names: ['mail.test', 'mx.mail.test'], method: 'http-01' }
const NEVER = new AbortController().signal

/** An authority whose every answer the test decides, and a clock that the test moves. */
class Scene {
  now = T0
  readonly leases = openMemoryStore({ maxBytes: 1, maxPerAddress: 1 })
  readonly store = this.leases.certificates
  readonly orders: CertificateOrder[] = []
  readonly failures: { reason: string; inMs: number }[] = []
  registrations = 0
  served: string[][] = []
  wanted: WantedCertificate[] = [MAIN]
  validDays = 90
  answer: ((order: CertificateOrder) => Promise<{ cert: string; key: string }>) | null = null

  keeper(holder = 'a'): CertificateKeeper {
    const authority: CertificateAuthority = {
      directory: 'https://ca.test/dir',
      register: async () => ({ url: `https://ca.test/acct/${++this.registrations}`, key: 'KEY' }),
      order: async (order) => {
        this.orders.push(order)
        return (this.answer ?? ((wish) => this.issue(wish.names)))(order)
      },
    }
    const deps: KeeperDeps = {
      ...{ store: this.store, leases: this.leases, authority, holder, clock: { now: () => this.now }, random: () => 0 },
      dns: { show: async () => undefined, clear: async () => undefined },
      wanted: async () => this.wanted,
      publish: (certificates) => {
        this.served = certificates.map(({ names }) => [...names])
      },
      onIssued: () => undefined,
      onFailed: (_names, { message }, next) => void this.failures.push({ reason: message, inMs: next - this.now }),
      onLeftBehind: (error) => assert.fail(String(error)),
    }
    return new CertificateKeeper(deps)
  }

  async issue(names: readonly string[], from = this.now): Promise<{ cert: string; key: string }> {
    const made = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
      keyType: 'ec',
      curve: 'P-256',
      algorithm: 'sha256',
      notBeforeDate: new Date(from),
      notAfterDate: new Date(from + this.validDays * DAY),
      extensions: [{ name: 'subjectAltName', altNames: names.map((value) => ({ type: 2 as const, value })) }],
    })
    return { cert: made.cert, key: made.private }
  }
}

const refuse =
  (message: string, options: ConstructorParameters<typeof OrderFailure>[1] = {}) =>
  async () => {
    throw new OrderFailure(message, options)
  }

test('it is ordered once, and again when a third of its life is left', async () => {
  const scene = new Scene()
  const keeper = scene.keeper()
  await keeper.look(NEVER)
  assert.deepEqual(scene.served, [[...MAIN.names]])
  scene.now = T0 + 59 * DAY
  await keeper.look(NEVER)
  assert.equal(scene.orders.length, 1)
  scene.now = T0 + 60 * DAY
  await keeper.look(NEVER)
  assert.equal(scene.orders.length, 2)
  assert.equal(scene.registrations, 1)
  scene.now += DAY
  await keeper.look(NEVER)
  assert.equal(scene.orders.length, 2)
})

test('the next look is when something is due, and never later than a minute', async () => {
  const scene = new Scene()
  scene.validDays = 3 / 86_400
  assert.equal(await scene.keeper().look(NEVER), 2_000)
  scene.validDays = 90
  scene.now += 3_000
  assert.equal(await scene.keeper().look(NEVER), 60_000)
})

test('after a failure it waits a minute, then twice as long each time, up to six hours; the old one stays', async () => {
  const scene = new Scene()
  const keeper = scene.keeper()
  await keeper.look(NEVER)
  scene.now = T0 + 60 * DAY
  scene.answer = refuse('No.')
  for (let i = 0; i < 12; i++) {
    await keeper.look(NEVER)
    assert.equal(scene.failures.length, i + 1)
    scene.now += (scene.failures.at(-1)?.inMs ?? 0) - 1
    await keeper.look(NEVER)
    assert.equal(scene.failures.length, i + 1)
    scene.now += 1
  }
  const minutes = scene.failures.map(({ inMs }) => inMs / 60_000)
  assert.deepEqual(minutes, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360])
  assert.deepEqual(scene.served, [[...MAIN.names]])
  const [standing] = keeper.standings
  assert.deepEqual([standing?.record.failures, standing?.record.lastError], [12, 'No.'])
  scene.answer = null
  await keeper.look(NEVER)
  assert.deepEqual([keeper.standings[0]?.record.failures, keeper.standings[0]?.record.lastError], [0, null])
})

test('an authority that asks for more time gets it, within a day; a new process does not ask sooner', async () => {
  const scene = new Scene()
  for (const [asked, given] of [
    [10, 60_000],
    [7_200_000, 7_200_000],
    [90 * DAY, DAY],
  ] as const) {
    scene.answer = refuse('rateLimited', { retryAfterMs: asked })
    await scene.keeper().look(NEVER)
    const { inMs = 0 } = scene.failures.at(-1) ?? {}
    assert.equal(inMs, Math.max(given, 60_000 * 2 ** (scene.failures.length - 1)))
    scene.now += inMs - 1
    await scene.keeper('another').look(NEVER)
    scene.now += 1
  }
  assert.equal(scene.failures.length, 3)
})

test('what the authority sends must be what was asked for', async () => {
  const scene = new Scene()
  const mixed = { cert: (await scene.issue(MAIN.names)).cert, key: (await scene.issue(MAIN.names)).key }
  for (const [sent, reason] of [
    [await scene.issue(['other.test']), /without mail\.test, mx\.mail\.test/],
    [mixed, /does not work/],
    [{ cert: 'nonsense', key: 'nonsense' }, /does not work/],
  ] as const) {
    scene.answer = async () => sent
    await scene.keeper().look(NEVER)
    assert.match(scene.failures.at(-1)?.reason ?? '', reason)
    assert.deepEqual(scene.served, [])
    scene.now += scene.failures.at(-1)?.inMs ?? 0
  }
})

test('where the clocks differ, the certificate is used and the authority is not asked without end', async () => {
  const scene = new Scene()
  scene.answer = ({ names }) => scene.issue(names, scene.now - 61 * DAY)
  await scene.keeper().look(NEVER)
  assert.match(scene.failures[0]?.reason ?? '', /clock/)
  assert.deepEqual(scene.served, [[...MAIN.names]])
  await scene.keeper().look(NEVER)
  assert.equal(scene.orders.length, 1)
})

test('an account that the authority has lost is made anew', async () => {
  const scene = new Scene()
  scene.answer = refuse('Who?', { accountGone: true })
  const keeper = scene.keeper()
  await keeper.look(NEVER)
  scene.answer = null
  scene.now += 60_000
  await keeper.look(NEVER)
  assert.equal(scene.registrations, 2)
  assert.equal(scene.orders[1]?.account.url, 'https://ca.test/acct/2')
})

test('of two nodes one orders, and both serve', async () => {
  const scene = new Scene()
  const asked = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  scene.answer = async ({ names }) => {
    asked.resolve()
    await go.promise
    return scene.issue(names)
  }
  const first = scene.keeper('a').look(NEVER)
  await asked.promise
  const other = scene.keeper('b')
  assert.equal(await other.look(NEVER), 5_000)
  go.resolve()
  await first
  scene.served = []
  await other.look(NEVER)
  assert.deepEqual([scene.orders.length, scene.served.length], [1, 1])
})

test('names of others have certificates of their own, and those not wanted any more go when they expire', async () => {
  const scene = new Scene()
  const extra = { names: ['mta-sts.customer.test'], method: 'http-01' as const }
  scene.wanted = [MAIN, extra]
  scene.answer = async ({ names }) => {
    if (names !== MAIN.names) throw new OrderFailure('No such name.')
    return scene.issue(names)
  }
  const keeper = scene.keeper()
  await keeper.look(NEVER)
  assert.deepEqual([scene.served.length, scene.failures.length], [1, 1])
  scene.answer = null
  scene.now += 60_000
  await keeper.look(NEVER)
  assert.deepEqual(scene.served, [[...MAIN.names], [...extra.names]])
  scene.wanted = [MAIN]
  scene.now = T0 + 61 * DAY
  await keeper.look(NEVER)
  assert.equal(scene.orders.length, 4)
  assert.equal(scene.served.length, 2)
  scene.now = T0 + 91 * DAY
  await keeper.look(NEVER)
  assert.deepEqual(scene.served, [[...MAIN.names]])
  assert.equal((await scene.store.all()).length, 1)
})

test('a stop in the middle is no failure, and leaves the lease to the next', async () => {
  const scene = new Scene()
  const stop = new AbortController()
  scene.answer = async () => {
    stop.abort()
    throw new OrderFailure('Cut off.')
  }
  await scene.keeper().look(stop.signal)
  assert.deepEqual([scene.failures, await scene.store.all()], [[], []])
  await scene.keeper('next').look(NEVER)
  assert.equal(scene.orders.length, 2)
})
