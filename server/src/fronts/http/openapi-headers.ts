import type { JsonSchema, Reply } from './openapi-document.ts'

/** Headers of answers, each described once. */
export const REPLY_HEADERS = {
  ETag: text('Of what was answered. Sent back in If-None-Match, it gives 304 while nothing has changed.'),
  'Idempotent-Replayed': text('`true` where the request had been carried out before, and this is its answer again.'),
  Link: text('`<…>; rel="next"` where there are more messages (RFC 8288).'),
  Location: text('Where the new thing is.'),
  'Preference-Applied': text('The preference that was followed (RFC 7240).'),
  RateLimit: text('What is left: `"default";r=119;t=60` allows 119 more requests in the next 60 seconds.'),
  'RateLimit-Policy': text('The rule: `"default";q=120;w=60` allows 120 requests in a window of 60 seconds.'),
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': text('How to send a key (RFC 6750).'),
} as const satisfies Record<string, { readonly description: string; readonly schema: JsonSchema }>

export type HeaderName = keyof typeof REPLY_HEADERS

/** On whatever is answered to a key that is valid. */
export const RATE_HEADERS: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit']

/** Nothing where there are none. */
export function headersNamed(names: readonly HeaderName[]): Pick<Reply, 'headers'> {
  if (names.length === 0) return {}
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) }
}

function text(description: string): { readonly description: string; readonly schema: JsonSchema } {
  return { description, schema: { type: 'string' } }
}
