import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import pino, { type Logger } from 'pino'
import { Registry } from 'prom-client'
import { createAccount, createKey, revokeKey } from '../../app/accounts.ts'
import type { PeoplePolicy } from '../../app/deps.ts'
import { Mail } from '../../app/mail.ts'
import { NOBODY_THERE } from '../../app/test-mail-room.ts'
import type { KeyScope } from '../../domain/api-key.ts'
import type { DnsLookup } from '../../domain/dns-lookup.ts'
import { DEFAULT_PLANS, type Plan, type PlanName } from '../../domain/plan.ts'
import type { Store } from '../../domain/ports.ts'
import { ResolverLookup } from '../../drivers/dns/resolver-lookup.ts'
import { MemoryLimiter } from '../../drivers/memory/limiter.ts'
import { MemorySeats } from '../../drivers/memory/seats.ts'
import { openMemoryStore } from '../../drivers/memory/store.ts'
import { MemoryWakeup } from '../../drivers/memory/wakeup.ts'
import { makeAddressRules } from '../../lib/net/address-rules.ts'
import { makeResolveHost } from '../../lib/net/resolve-host.ts'
import { ThreadedMailAuthenticator } from '../../main/mail-authenticator.ts'
import { ThreadedMimeReader } from '../../main/mime-reader.ts'
import { checkUrl } from '../webhooks/check-url.ts'
import { Poster } from '../webhooks/poster.ts'
import { WebhookFront } from '../webhooks/webhook-front.ts'
import { WebhookLog } from '../webhooks/webhook-log.ts'
import { describeApi } from './describe-api.ts'
import { HttpFront, type HttpFrontOptions } from './http-front.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { PROBLEM_TYPE } from './problem.ts'
import { assertDescribed } from './test-described.ts'

let described: Promise<OpenApiDocument> | null = null

/** Made once for all scenes of a test file. */
function documentOnce(): Promise<OpenApiDocument> {
  described ??= describeApi()
  return described
}

export const INBOX = 'ann@mayfly.test'

/** As on a test bench. */
const LOOPBACK_TOO = {
  addresses: makeAddressRules([443], [{ net: '127.0.0.0', prefix: 8, family: 'ipv4' }]),
  allowHttp: true,
}

export interface SceneOptions {
  readonly plan?: PlanName
  /** Laid over every plan. */
  readonly limits?: Partial<Plan>
  readonly front?: Partial<HttpFrontOptions>
  /** False for a test that sends webhooks itself. */
  readonly sends?: boolean
  readonly people?: Partial<PeoplePolicy>
  readonly dns?: DnsLookup
}

export interface Letter {
  readonly from?: string
  readonly subject?: string
  readonly text?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly json: any
}

/** A front on a free port over everything real; the clock alone stands still until a test moves it. */
export class Scene {
  readonly store: Store = openMemoryStore({ maxBytes: 1024 ** 3, maxPerAddress: 1_000 })
  readonly wakeup = new MemoryWakeup()
  readonly limiter = new MemoryLimiter()
  readonly people: { -readonly [K in keyof PeoplePolicy]: PeoplePolicy[K] }
  readonly clock = { at: Date.parse('2026-03-01T12:00:00.000Z'), now: (): number => this.clock.at }
  readonly registry = new Registry()
  readonly log: { readonly lines: string[]; readonly logger: Logger }
  readonly mail: Mail
  readonly front: HttpFront
  readonly sender: WebhookFront
  readonly #mime = new ThreadedMimeReader()
  readonly #authenticator = new ThreadedMailAuthenticator(null)
  accountId = ''
  key = ''

  constructor({ limits = {}, front = {}, people = {}, dns }: SceneOptions) {
    const lines: string[] = []
    this.log = { lines, logger: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }) }
    const plans = Object.fromEntries(
      Object.entries(DEFAULT_PLANS).map(([name, plan]) => [name, { ...plan, ...limits }]),
    )
    this.people = {
      signUp: 'open',
      defaultPlan: 'free',
      outbound: null,
      baseUrl: () => this.front.baseUrl,
      smtp: () => ({ host: '127.0.0.1', port: 1025 }),
      imap: () => ({ host: '127.0.0.1', port: 1143, tls_port: 1993 }),
      ...people,
    }
    this.mail = new Mail({
      store: this.store,
      wakeup: this.wakeup,
      limiter: this.limiter,
      seats: new MemorySeats(),
      clock: this.clock,
      mime: this.#mime,
      authenticator: this.#authenticator,
      dns: dns ?? new ResolverLookup({ servers: [NOBODY_THERE], authoritative: null }),
      policy: {
        plans: plans as Record<PlanName, Plan>,
        domains: { names: ['mayfly.test'], every: false },
        unclaimedTtlMs: 3_600_000,
        webhooks: {
          checkUrl: (url) => checkUrl(url, LOOPBACK_TOO),
          timeoutMs: 15_000,
          retry: { scheduleMs: [60_000, 300_000, 1_800_000, 21_600_000], jitter: () => 0 },
        },
        customDomains: { mxHost: 'mx.mayfly.test', hosts: ['mayfly.test'], mtaStsMode: 'testing' },
      },
      people: this.people,
      onBackgroundError: (error) => {
        throw error
      },
    })
    this.sender = new WebhookFront({
      outbox: this.mail.outbox,
      poster: new Poster({ rules: LOOPBACK_TOO, resolveHost: makeResolveHost() }),
      log: new WebhookLog(this.log.logger, this.registry),
    })
    this.front = new HttpFront({
      mail: this.mail,
      host: '127.0.0.1',
      port: 0,
      baseUrl: null,
      log: this.log.logger,
      metrics: { port: null, registry: this.registry },
      ready: async () => [],
      ...front,
    })
  }

  get url(): string {
    return `http://127.0.0.1:${this.front.port}`
  }

  async account(plan: PlanName = 'free'): Promise<{ accountId: string; key: string }> {
    const email = `owner${Math.random()}@elsewhere.test`
    const { accountId, keyText } = await createAccount(this.store, this.clock.now(), { email, plan })
    return { accountId, key: keyText }
  }

  async keyWith(scope: KeyScope): Promise<{ id: string; key: string }> {
    const { key, keyText } = await createKey(this.store, this.clock.now(), {
      accountId: this.accountId,
      name: scope,
      scope,
    })
    return { id: key.id, key: keyText }
  }

  /** An endpoint that answers at once, with a refusal: this server itself. */
  async addWebhook(): Promise<{ readonly id: string }> {
    const principal = await this.mail.authenticate(this.key)
    return this.mail.webhooks.create(principal, { url: `${this.url}/healthz` })
  }

  revoke(keyId: string): Promise<void> {
    return revokeKey(this.store, this.clock.now(), keyId)
  }

  async deliver(letter: Letter = {}, to = INBOX): Promise<void> {
    const { from = 'bob@sender.test', subject = 'Hello', text = 'Good day' } = letter
    const raw = Buffer.from(`From: Bob <${from}>\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\n${text}\r\n`)
    const recipient = await this.mail.acceptRecipient(to, raw.length)
    await this.mail.deliver({
      envelopeFrom: from,
      recipients: [recipient],
      receivedAt: this.clock.now(),
      raw,
      head: raw,
      sizeBytes: raw.length,
      tls: null,
      peer: null,
    })
  }

  /** Whatever is answered must be what the description of the API says. */
  async fetch(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(path.startsWith('http') ? path : this.url + path, init)
    const { status, headers, url } = response
    // A stream has no end that could be waited for.
    const isStream = headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream) await response.body?.cancel()
    const text = isStream ? '' : await response.text()
    const isJson = headers.get('content-type')?.includes('json') && text !== ''
    const json = isJson ? JSON.parse(text) : undefined
    const isProblem = headers.get('content-type') === PROBLEM_TYPE && isJson
    const seen = { method: init.method ?? 'GET', url, status, headers, ...(isProblem && { code: json.code }) }
    assertDescribed(await documentOnce(), seen)
    return { status, headers, text, json }
  }

  /** GET /getMail of the inbox with the scene's key. */
  getMail(query: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const parameters = new URLSearchParams({ email: INBOX, ...query })
    return this.fetch(`/getMail?${parameters}`, { headers: { 'X-API-KEY': this.key, ...headers } })
  }

  /** Those who listen for mail; the sender of webhooks and whoever remembers keys always do, for their own. */
  get listeners(): number {
    return this.wakeup.size - 2
  }

  async openWaits(count: number): Promise<void> {
    await until(() => this.mail.openWaits === count)
  }

  async close(): Promise<void> {
    await this.front.stop(AbortSignal.timeout(200))
    await this.sender.stop(AbortSignal.timeout(200))
    await Promise.all([this.#mime.close(), this.#authenticator.close()])
    await this.store.close()
  }
}

export async function openScene(t: TestContext, options: SceneOptions = {}): Promise<Scene> {
  const scene = new Scene(options)
  const { accountId, key } = await scene.account(options.plan)
  scene.accountId = accountId
  scene.key = key
  await scene.front.start()
  if (options.sends !== false) await scene.sender.start()
  t.after(() => scene.close())
  return scene
}

/** Looks again at every turn of the event loop, for a bounded while. */
export async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 5_000
  while (!holds()) {
    assert.ok(Date.now() < end, 'waited for 5 s in vain')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export function assertProblem(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.headers.get('content-type'), 'application/problem+json')
  assert.equal(answer.json.code, code)
  assert.equal(answer.json.status, status)
  assert.equal(answer.json.type, `urn:mayfly:error:${code}`)
  assert.equal(answer.json.request_id, answer.headers.get('x-request-id'))
  for (const name of ['title', 'detail']) assert.ok(answer.json[name].length > 0, `${name} is missing`)
}
