import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from './failure.ts'

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'
const CLIENT_ID = 'mayfly-cli'
const DEFAULT_INTERVAL_SECONDS = 5
/** RFC 8628 §3.5. */
const SLOW_DOWN_SECONDS = 5
const PATIENCE_MS = 30_000

/** What is shown to the person. */
export interface DeviceAsk {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete?: string
  readonly expires_in: number
  readonly interval?: number
}

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** RFC 8628 §3.1: asks for a code. */
export async function askForCode(url: string, machine: { host: string; system: string }): Promise<DeviceAsk> {
  const answer = await post(`${url}/v1/device/code`, { client_id: CLIENT_ID, ...machine })
  const { device_code, user_code, verification_uri } = answer.body
  const isAsk = [device_code, user_code, verification_uri].every((field) => typeof field === 'string')
  if (answer.status === 200 && isAsk) return answer.body as unknown as DeviceAsk
  throw new Failure(explain(url, answer))
}

/** RFC 8628 §3.4: asks again and again until the person has decided. Gives the token. */
export async function pollForToken(url: string, ask: DeviceAsk): Promise<string> {
  let interval = ask.interval ?? DEFAULT_INTERVAL_SECONDS
  const deadline = performance.now() + ask.expires_in * 1_000
  for (;;) {
    await pause(interval * 1_000)
    if (performance.now() > deadline) throw expired()
    const answer = await poll(url, ask.device_code)
    const { access_token: token, error } = answer?.body ?? {}
    if (typeof token === 'string') return token
    if (error === 'slow_down') interval += SLOW_DOWN_SECONDS
    // Nobody answers, for now: RFC 8628 §3.5 wants the next tries to be rarer.
    else if (answer === null || answer.status >= 500 || answer.status === 429) interval *= 2
    else if (error === 'access_denied')
      throw new Failure('The login was refused on the page. Run mayfly login again if that was a mistake.')
    else if (error === 'expired_token') throw expired()
    else if (error !== 'authorization_pending') throw new Failure(explain(url, answer))
  }
}

/** Null where no answer came. */
async function poll(url: string, deviceCode: string): Promise<Answer | null> {
  const form = { grant_type: GRANT_TYPE, device_code: deviceCode, client_id: CLIENT_ID }
  return post(`${url}/v1/device/token`, form).catch((error) => {
    if (error instanceof Failure) return null
    throw error
  })
}

async function post(url: string, form: Readonly<Record<string, string>>): Promise<Answer> {
  const body = new URLSearchParams(form)
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const response = await fetch(url, { method: 'POST', body, signal, redirect: 'error' })
    return { status: response.status, body: parseObject(await response.text()) }
  } catch {
    throw new Failure(`Nothing answers at ${new URL(url).origin}. Start the server, or give its address with --url.`)
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function explain(url: string, { status, body }: Answer): string {
  const why = [body['detail'], body['error_description'], body['error']].find((text) => typeof text === 'string')
  return why === undefined
    ? `${url} does not answer like a Mayfly server (${status}). Give the right address with --url.`
    : `The server refused: ${why}`
}

function expired(): Failure {
  return new Failure('Nobody approved the code in time. Run mayfly login again.')
}
