import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Mail } from '../../app/mail.ts'
import type { Principal } from '../../app/owners.ts'
import type { Inbox } from '../../domain/inbox.ts'
import type { Allowance } from '../../domain/ports.ts'
import { keyOf } from './authenticate.ts'
import { HttpProblem } from './problem.ts'
import { sessionToken } from './session-cookie.ts'

/** Who asks, and what is left of their rate after this request. */
export interface Admission {
  readonly principal: Principal
  readonly allowance: Allowance
  /** The inbox that is asked for, where it has been opened already. */
  readonly inbox: Inbox | null
}

/** Counts the request. Throws missing_key, invalid_key or revoked_key, or forbidden where the account is suspended. */
export async function enter(mail: Mail, headers: IncomingHttpHeaders): Promise<Admission> {
  const principal = await identify(mail, headers)
  const allowance = await mail.takeRequest(principal)
  return { principal, allowance, inbox: null }
}

/** Who asks. For whoever has been let in once this says whether they still would be. Throws as `enter` does. */
export async function identify(mail: Mail, headers: IncomingHttpHeaders): Promise<Principal> {
  const key = keyOf(headers)
  return key === null ? signedIn(mail, headers) : mail.authenticate(key)
}

async function signedIn({ people }: Mail, headers: IncomingHttpHeaders): Promise<Principal> {
  const token = headers.cookie === undefined ? null : sessionToken(headers.cookie, people.baseUrl)
  if (token === null) {
    throw new HttpProblem('missing_key', 'Send your API key in the X-API-KEY header, or as a Bearer token.')
  }
  const principal = await people.session(token)
  if (!principal) throw new HttpProblem('missing_key', 'Your session is over. Sign in again.')
  return principal
}

const earlier = new WeakMap<IncomingMessage, Admission>()

/** Keeps what was found out about a request that is handed on, so that it is not counted twice. */
export function keepAdmission(request: IncomingMessage, admission: Admission): void {
  earlier.set(request, admission)
}

export function keptAdmission(request: IncomingMessage): Admission | undefined {
  return earlier.get(request)
}
