import { MailRefusal, type MailTools, type RefusalCode } from 'mayfly-mcp'
import { ConnectionError, type Mayfly, MayflyError, type RawCall } from './client.ts'

/** What a wait may take beyond the time that it is given. */
const EXTRA_SECONDS = 30

/** What the tools ask for, asked of a server. Both speak the words of /v1, so answers pass as they come. */
export function mailOverHttp(mayfly: Mayfly): MailTools {
  const ask = <T>(call: RawCall) => mayfly.request(call).catch((error) => refuse(error, call.signal)) as Promise<T>
  return {
    createInbox: () => ask({ method: 'POST', path: '/v1/inboxes', json: {} }),
    listInboxes: (page) => ask({ method: 'GET', path: '/v1/inboxes', query: { ...page } }),
    deleteInbox: (address) => ask({ method: 'DELETE', path: inboxPath(address) }),
    listMessages: (address, page) => ask({ method: 'GET', path: `${inboxPath(address)}/messages`, query: { ...page } }),
    getMessage: (id) => ask({ method: 'GET', path: `/v1/messages/${encodeURIComponent(id)}` }),
    wait: (address, wish, signal) => {
      const timeout = (wish.timeout + EXTRA_SECONDS) * 1_000
      return ask({ method: 'GET', path: `${inboxPath(address)}/wait`, query: { ...wish }, timeout, signal })
    },
  }
}

function inboxPath(address: string): string {
  return `/v1/inboxes/${encodeURIComponent(address)}`
}

/** For each code of the server what it is to a model. What is not here is nobody's fault but ours. */
const CODES: Readonly<Record<string, RefusalCode>> = {
  invalid_request: 'invalid_request',
  invalid_address: 'invalid_address',
  missing_key: 'invalid_key',
  invalid_key: 'invalid_key',
  revoked_key: 'invalid_key',
  inbox_taken: 'inbox_taken',
  inbox_limit_reached: 'inbox_limit_reached',
  plan_required: 'plan_required',
  forbidden: 'forbidden',
  not_found: 'not_found',
  conflict: 'conflict',
  foreign_domain: 'foreign_domain',
  too_large: 'too_large',
  rate_limited: 'rate_limited',
  too_many_waits: 'too_many_waits',
  unavailable: 'unavailable',
}

function refuse(error: unknown, signal: AbortSignal | undefined): never {
  // Nobody is there any more to hear it.
  if (signal?.aborted) throw new MailRefusal('unavailable', 'The call was cancelled.')
  if (!(error instanceof MayflyError)) throw error
  const code = error instanceof ConnectionError ? 'unavailable' : CODES[error.code]
  throw code === undefined ? error : new MailRefusal(code, error.message)
}
