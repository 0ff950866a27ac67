import { readFileSync } from 'node:fs'
import { KEY_SCOPES, type KeyScope } from '../../domain/api-key.ts'
import type { ApiRoute } from './api-routes.ts'
import { exampleOf } from './example-of.ts'
import { nameSchemas, SHARED_SCHEMAS } from './openapi-components.ts'
import type { JsonSchema, OpenApiDocument, Operation, Parameter, PathItem, Reply } from './openapi-document.ts'
import { REPLY_HEADERS } from './openapi-headers.ts'
import { problemReplies, problemsOf } from './openapi-problems.ts'
import { isTagged, successOf } from './openapi-replies.ts'
import { OPERATION_TEXTS, type OperationText, PARAMETER_TEXTS } from './openapi-texts.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
  bearer: { type: 'http', scheme: 'bearer' },
  session: { type: 'apiKey', in: 'cookie', name: 'mayfly_session' },
}

/** The description of the API, made from its routes. Its order does not depend on theirs. */
export function buildOpenApi(routes: readonly ApiRoute[], baseUrl: string): OpenApiDocument {
  const ordered = [...routes].sort(
    (a, b) => compareText(a.path, b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
  )
  const paths: Record<string, PathItem> = {}
  for (const route of ordered) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describe(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Mayfly', version, description: 'Disposable e-mail inboxes driven from code.' },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: SHARED_SCHEMAS,
      headers: REPLY_HEADERS,
      responses: problemReplies(routes),
    },
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function describe(route: ApiRoute): Operation {
  const text = OPERATION_TEXTS[`${route.method} ${route.path}`] ?? textByRule(route)
  const parameters = [
    ...parametersIn('path', route.params),
    ...parametersIn('query', route.querystring),
    ...headersOf(route, text),
  ]
  return {
    operationId: text.id,
    summary: text.summary,
    ...describedAs(route.scopes === null ? undefined : describeScopes(route.scopes)),
    tags: [text.tag ?? tagOf(route.path)],
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...requestOf(route, text),
    responses: mergeReplies(successOf(route, text), problemsOf(route)),
  }
}

function mergeReplies(own: Record<string, Reply>, problems: Record<string, Reply>): Record<string, Reply> {
  const both = Object.keys(own).filter((status) => status in problems)
  const merged = both.map((status) => {
    const content = { ...own[status]?.content, ...problems[status]?.content }
    return [status, { ...own[status], ...problems[status], content }]
  })
  return { ...own, ...problems, ...Object.fromEntries(merged) }
}

/** Roles of keys: OpenAPI 3.1 allows them for any scheme. */
function securityOf({ access, scopes }: ApiRoute): Operation['security'] {
  if (access === 'none' || access === 'open' || scopes === null) return []
  if (access === 'person') return [{ session: [] }]
  return [{ apiKey: scopes }, { bearer: scopes }, { session: [] }]
}

function describeScopes(scopes: readonly KeyScope[]): string {
  if (scopes.length === 0) return 'For whoever has signed in; no key may do this.'
  if (scopes.length === KEY_SCOPES.length) return 'For every key.'
  return `For keys with the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`
}

/** For a route that nobody has written about yet. */
function textByRule({ method, path }: ApiRoute): OperationText {
  const words = path.replace(/^\/v1/, '').match(/\w+/g) ?? []
  const id = method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return { id, summary: `${method} ${path}` }
}

function tagOf(path: string): string {
  const name = /^\/v1\/(\w+)/.exec(path)?.[1]
  if (name !== undefined) return name.charAt(0).toUpperCase() + name.slice(1)
  return path === '/getMail' ? 'Mail' : 'Health'
}

function parametersIn(place: 'path' | 'query', schema: JsonSchema | undefined): Parameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: schema?.required?.includes(name) ?? false,
    ...describedAs(description ?? PARAMETER_TEXTS[name]),
    schema: rest,
  }))
}

function describedAs(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description }
}

const ONCE = 'Sent again within a day under the same key, the request is answered again and not repeated.'
const UNCHANGED = 'The ETag of an earlier answer: 304 where nothing has changed.'

function headersOf(route: ApiRoute, text: OperationText): Parameter[] {
  const all = {
    ...text.headers,
    ...(isTagged(route, text) && { 'If-None-Match': UNCHANGED }),
    ...(route.method === 'POST' && route.scopes !== null && { 'Idempotency-Key': ONCE }),
  }
  return Object.entries(all).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }))
}

function requestOf({ body }: ApiRoute, { takes, body: example }: OperationText): Pick<Operation, 'requestBody'> {
  if (takes !== undefined) return { requestBody: { required: true, content: { [takes]: {} } } }
  if (body === undefined) return {}
  const required = (body.required ?? []).length > 0
  const json = { schema: nameSchemas(body), example: example ?? exampleOf(body) }
  return { requestBody: { required, content: { 'application/json': json } } }
}
