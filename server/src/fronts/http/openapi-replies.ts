import { STATUS_CODES } from 'node:http'
import type { ApiRoute } from './api-routes.ts'
import { exampleOf } from './example-of.ts'
import { nameSchemas } from './openapi-components.ts'
import type { JsonSchema, Reply } from './openapi-document.ts'
import { type HeaderName, headersNamed, RATE_HEADERS } from './openapi-headers.ts'
import type { OperationText } from './openapi-texts.ts'

/** Whether its answers have an ETag: all that are text, as `tagAnswers` has it. */
export function isTagged({ method, access, response, untagged }: ApiRoute, { gives }: OperationText): boolean {
  return method === 'GET' && access !== 'none' && !untagged && (response !== undefined || gives === 'text/html')
}

/** What an operation answers where it refuses nothing. */
export function successOf(route: ApiRoute, text: OperationText): Record<string, Reply> {
  const { response = { 200: {} } } = route
  const replies = Object.entries(response).map(([status, schema]): [string, Reply] => {
    const headers = headersNamed(headerNames(route, text, status))
    return [status, { description: STATUS_CODES[status] ?? 'Done', ...headers, ...contentOf(route, text, schema) }]
  })
  const unchanged = { description: 'Not Modified', ...headersNamed([...RATE_HEADERS, 'ETag']) }
  return { ...Object.fromEntries(replies), ...(isTagged(route, text) && { 304: unchanged }) }
}

function contentOf({ response }: ApiRoute, { gives }: OperationText, schema: JsonSchema): Pick<Reply, 'content'> {
  if (response === undefined) return gives === undefined ? {} : { content: { [gives]: {} } }
  if (schema.type === 'null') return {}
  return { content: { 'application/json': { schema: nameSchemas(schema), example: exampleOf(schema) } } }
}

function headerNames(route: ApiRoute, text: OperationText, status: string): HeaderName[] {
  if (route.scopes === null) return isTagged(route, text) ? ['ETag'] : []
  const names: HeaderName[] = [...RATE_HEADERS, ...(text.replyHeaders?.[status] ?? [])]
  if (isTagged(route, text)) names.push('ETag')
  if (route.method === 'POST') names.push('Idempotent-Replayed')
  return names
}
