import { toCamelCase } from './camel-case.ts'
import { checkTime, refuse } from './check-arguments.ts'
import { WebhookVerificationError } from './errors.ts'
import type { WebhookEvent } from './webhook.ts'

/** Headers of a request in the form of any server: `Headers`, or an object as Node has it. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How many milliseconds old a delivery may be, or ahead of our clock. Default 300,000; `Infinity` takes any. */
  readonly tolerance?: number | undefined
  /** The moment to compare with, in milliseconds. Default `Date.now()`. */
  readonly now?: number | undefined
}

interface Signed {
  readonly key: Uint8Array<ArrayBuffer>
  readonly content: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

const DEFAULT_TOLERANCE = 300_000
const PREFIX = 'whsec_'
const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const encoder = new TextEncoder()

/**
 * Makes sure that a delivery is from the service and from now, and gives what it says. It is good when one of its two
 * signatures is: `webhook-signature` (Standard Webhooks) or `X-Service-Signature`. Compared in constant time.
 *
 * @param rawBody The bytes of the body as they came. Not parsed and written again: that is another text.
 * @param secret `whsec_…`; several while one replaces the other.
 * @throws WebhookVerificationError Answer with 401.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = [secret].flat().map(checkSecret)
  const body = bytesOf(rawBody)
  const candidates = secrets.flatMap((one) => [
    ...standardSignatures(one, headers, body),
    ...serviceSignature(one, headers, body),
  ])
  if (candidates.length === 0) {
    throw refused('missing_signature', 'There is no signature: neither webhook-signature nor X-Service-Signature.')
  }
  const results = await Promise.all(candidates.map(isRight))
  if (!results.includes(true)) {
    throw refused('wrong_signature', 'The signature is wrong: another secret, or a body that is not as it was sent.')
  }
  const event = readEvent(body)
  checkFreshness(event.timestamp * 1_000, options)
  return event
}

function checkSecret(secret: string): string {
  if (typeof secret === 'string' && SECRET.test(secret)) return secret
  throw refuse('secret', 'must be the whole secret as the service shows it: whsec_ and base64.')
}

/** Over id, timestamp and body, keyed with the bytes that the secret stands for. There is one for each secret that holds. */
function standardSignatures(secret: string, headers: WebhookHeaders, body: Uint8Array): Signed[] {
  const [id, timestamp] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')]
  const key = bytesOfBase64(secret.slice(PREFIX.length))
  const content = join(encoder.encode(`${id}.${timestamp}.`), body)
  const given = (headerOf(headers, 'webhook-signature') ?? '').split(' ').slice(0, 10)
  const found = given.flatMap((one) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(one)?.[1] ?? [])
  return found.map((signature) => ({ key, content, signature: bytesOfBase64(signature) }))
}

/** Over the body, keyed with the secret's text as it is shown. */
function serviceSignature(secret: string, headers: WebhookHeaders, body: Uint8Array<ArrayBuffer>): Signed[] {
  const hex = /^sha256=([0-9a-f]{64})$/.exec(headerOf(headers, 'x-service-signature') ?? '')?.[1]
  if (hex === undefined) return []
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return [{ key: encoder.encode(secret), content: body, signature }]
}

/** Web Crypto compares in constant time, and is there in workers too. */
async function isRight({ key, content, signature }: Signed): Promise<boolean> {
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  return crypto.subtle.verify('HMAC', hmac, signature, content)
}

function readEvent(body: Uint8Array): WebhookEvent {
  let event: WebhookEvent | null = null
  try {
    event = toCamelCase(JSON.parse(new TextDecoder().decode(body))) as WebhookEvent
  } catch {
    // It says nothing that could be understood, and that is what is told below.
  }
  if (event !== null && Number.isFinite(event.timestamp)) return event
  throw refused('malformed', 'The delivery is signed, but does not say what it is and when it was sent.')
}

/** The time in the body, because both signatures cover the body. */
function checkFreshness(sentAt: number, { tolerance = DEFAULT_TOLERANCE, now = Date.now() }: VerifyOptions): void {
  if (Math.abs(now - sentAt) <= checkTime(tolerance, 'tolerance')) return
  const advice = 'It is a repetition of an old one, or a clock is wrong.'
  throw refused('stale', `The delivery was sent at ${new Date(sentAt).toISOString()}. ${advice}`)
}

/** Names are in lower case in Node; in an object of your own they may be anything. */
function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name)
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return [value].flat()[0] ?? null
}

function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return encoder.encode(body)
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new Uint8Array(body)
  throw refuse('rawBody', 'must be the body as it came, as bytes or text. Do not parse it before it is verified.')
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

function refused(code: string, message: string): WebhookVerificationError {
  return new WebhookVerificationError(message, { code })
}
