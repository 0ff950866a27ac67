import type { ApiRoute } from './api-routes.ts'
import type { Reply } from './openapi-document.ts'
import { type HeaderName, headersNamed, RATE_HEADERS } from './openapi-headers.ts'
import { PROBLEM_TYPE, type ProblemCode, problemCodesByStatus } from './problem.ts'

/** Of whatever asks for a key or a session. A malformed URL is the fault of its reader before anything else is. */
const GUARDED: readonly ProblemCode[] = [
  'invalid_request',
  'missing_key',
  'invalid_key',
  'revoked_key',
  // By scope, by role, or because the account is suspended.
  'forbidden',
  'rate_limited',
  'internal',
  'unavailable',
]

/** Of whatever anybody may call, at a limited rate. */
const OPEN: readonly ProblemCode[] = ['invalid_request', 'rate_limited', 'internal', 'unavailable']

/** The refusals of one operation, by status, each pointing to where it is described. */
export function problemsOf(route: ApiRoute): Record<string, Reply> {
  const replies = [...problemCodesByStatus(codesOf(route))].map(([status, codes]): [number, Reply] => {
    // A status that the route has an answer of its own for is described there, with both.
    if (route.response?.[status] !== undefined) return [status, describe(status, codes)]
    return [status, { $ref: `#/components/responses/${nameOf(codes)}` }]
  })
  return Object.fromEntries(replies)
}

/** The refusals of all of them, each described once. */
export function problemReplies(routes: readonly ApiRoute[]): Record<string, Reply> {
  const replies = routes.flatMap((route) =>
    [...problemCodesByStatus(codesOf(route))].map(([status, codes]): [string, Reply] => [
      nameOf(codes),
      describe(status, codes),
    ]),
  )
  return Object.fromEntries(replies.sort(([a], [b]) => (a < b ? -1 : Number(a > b))))
}

/** All that it can give: what follows from its declaration, and what it says itself. */
function codesOf({ method, path, access, problems }: ApiRoute): Set<ProblemCode> {
  if (access === 'none') return new Set(problems)
  const guarded = access === 'key' || access === 'person'
  const codes = new Set([...(guarded ? GUARDED : OPEN), ...problems])
  if (path.includes('{id}')) codes.add('not_found')
  // Each of them may have a body, so each can have a wrong one.
  if (method !== 'GET') codes.add('too_large').add('unsupported_media_type')
  if (method !== 'GET' && access !== 'program') codes.add('csrf')
  if (method === 'POST' && guarded) codes.add('in_progress').add('idempotency_mismatch')
  return codes
}

function nameOf(codes: readonly ProblemCode[]): string {
  return codes.map((code) => code.replace(/(?:^|_)(\w)/g, (_all, first: string) => first.toUpperCase())).join('Or')
}

function describe(status: number, codes: readonly ProblemCode[]): Reply {
  const schema = { $ref: '#/components/schemas/Problem', properties: { code: { enum: codes } } }
  const headers = headersNamed(headerNames(status, codes))
  return { description: codes.join(', '), ...headers, content: { [PROBLEM_TYPE]: { schema } } }
}

function headerNames(status: number, codes: readonly ProblemCode[]): readonly HeaderName[] {
  // Whoever has signed in can still be wrong about their password.
  if (status === 401)
    return codes.includes('invalid_credentials') ? ['WWW-Authenticate', ...RATE_HEADERS] : ['WWW-Authenticate']
  return status === 429 || status === 503 ? [...RATE_HEADERS, 'Retry-After'] : RATE_HEADERS
}
