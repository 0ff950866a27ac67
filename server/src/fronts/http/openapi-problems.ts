import type { ApiRoute } from './api-routes.ts'
import type { Reply } from './openapi-document.ts'
import type { OperationText } from './openapi-texts.ts'
import { PROBLEM_TYPE, problemCodes } from './problem.ts'

const NAMES = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  422: 'Unprocessable',
  429: 'TooManyRequests',
} as const

type Status = keyof typeof NAMES

const STATUSES = Object.keys(NAMES).map(Number) as Status[]

/** The refusals, each described once. */
export function problemReplies(): Record<string, Reply> {
  const content = { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    STATUSES.map((status) => [NAMES[status], { description: problemCodes(status).join(', '), content }]),
  )
}

/** Those that a route can give. */
export function problemsOf(route: ApiRoute, text: OperationText): Record<string, Reply> {
  const given = STATUSES.filter((status) => canGive(status, route, text) || text.refusals?.includes(status))
  return Object.fromEntries(given.map((status) => [status, { $ref: `#/components/responses/${NAMES[status]}` }]))
}

function canGive(status: Status, { method, path, access, ...route }: ApiRoute, { takes }: OperationText): boolean {
  const guarded = access === 'key' || access === 'person'
  const hasBody = route.body !== undefined || takes !== undefined
  const hasAddress = path === '/getMail' || path.includes('{address}') || path === '/v1/inboxes'
  // To look into an address claims it, and fails only where it is taken; these ask for what is theirs already.
  const claimsNothing = path.endsWith('{address}') || (method === 'DELETE' && path.includes('{address}'))
  switch (status) {
    case 401:
    case 403:
      return guarded
    case 429:
      return guarded || access === 'open'
    case 400:
      return hasBody || hasAddress || route.querystring !== undefined || path.includes('{n}')
    case 404:
      return path.includes('{id}') || claimsNothing
    case 409:
      return method === 'POST' && guarded
    case 413:
    case 415:
      return hasBody
    case 422:
      return (method === 'POST' && guarded) || (hasAddress && !claimsNothing && path !== '/v1/inboxes')
  }
}
