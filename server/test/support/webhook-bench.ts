import assert from 'node:assert/strict'
import type { Env } from './mayflyd-command.ts'
import type { RunningServer } from './running-server.ts'
import { sendMail } from './smtp-client.ts'
import { waitUntil } from './wait-until.ts'

/** Lets deliveries go to receivers on this machine. */
export const BENCH: Env = { MAYFLY_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128', MAYFLY_WEBHOOK_ALLOW_HTTP: '1' }

export const BOX = 'box@mayfly.test'

export interface CallOptions {
  readonly body?: unknown
  readonly key?: string
}

export interface Webhook {
  readonly id: string
  readonly secret: string
}

export interface Delivery {
  readonly id: string
  readonly webhook_id: string
  readonly event: string
  readonly state: string
  readonly next_attempt_at: string | null
  readonly attempts: readonly {
    readonly number: number
    readonly at: string
    readonly status: number | null
    readonly duration_ms: number
    readonly error: string | null
    readonly response: string | null
  }[]
}

/** The answer as it is, whatever its status. */
export function call(
  server: RunningServer,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  const { body, key = server.key } = options
  return fetch(`${server.httpUrl}/v1${path}`, {
    method,
    headers: { 'X-API-KEY': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
type Json = any

/** What a call that must succeed is answered with. */
export async function ask(
  server: RunningServer,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Json> {
  const answer = await call(server, method, path, options)
  const text = await answer.text()
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

export function addWebhook(server: RunningServer, url: string, wish: object = {}): Promise<Webhook> {
  return ask(server, 'POST', '/webhooks', { body: { url, ...wish } })
}

/** Claims the inbox, so that mail to it is told. */
export async function claimBox(server: RunningServer, address = BOX): Promise<void> {
  await ask(server, 'POST', '/inboxes', { body: { address } })
}

export async function sendTo(server: RunningServer, subject: string, address = BOX): Promise<void> {
  const { code, text } = await sendMail(server, address, `From: ann@sender.test\r\nSubject: ${subject}\r\n\r\nGood day`)
  assert.equal(code, 250, text)
}

/** Newest first. */
export async function deliveriesOf(server: RunningServer, webhookId: string): Promise<readonly Delivery[]> {
  return (await ask(server, 'GET', `/webhooks/${webhookId}/deliveries?limit=100`)).data
}

/** The newest delivery to this endpoint, once it has been tried so often. */
export function attempted(server: RunningServer, webhookId: string, times = 1): Promise<Delivery> {
  return waitUntil(`${times} attempts are in the log`, async () => {
    const [newest] = await deliveriesOf(server, webhookId)
    return newest !== undefined && newest.attempts.length >= times && newest
  })
}

/** A sample of /metrics; 0 where there is none yet. */
export async function metric(server: RunningServer, sample: string): Promise<number> {
  const text = await (await fetch(`${server.httpUrl}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `))
  return line === undefined ? 0 : Number(line.slice(sample.length))
}
