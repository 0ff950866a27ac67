import { type Content, type OpenApiDocument, type Operation, resolve } from './openapi-document.ts'
import { compareSchemas, type Side } from './schema-compatibility.ts'

/** Every change by which the new description breaks a client of the old one. What was added breaks nobody. */
export function findIncompatibilities(before: OpenApiDocument, after: OpenApiDocument): string[] {
  return Object.entries(before.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, old]) => {
      const where = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method]
      return now === undefined ? [`${where} is gone`] : compareOperations({ before, after, where }, old, now)
    }),
  )
}

interface Place {
  readonly before: OpenApiDocument
  readonly after: OpenApiDocument
  readonly where: string
}

function compareOperations(place: Place, old: Operation, now: Operation): string[] {
  const { where } = place
  return [
    ...(old.operationId === now.operationId ? [] : [`${where} was called ${old.operationId}`]),
    ...compareScopes(where, old, now),
    ...compareParameters(place, old, now),
    ...compareRequests(place, old, now),
    ...compareReplies(place, old, now),
  ]
}

function compareScopes(where: string, { security: old }: Operation, { security: now }: Operation): string[] {
  if (now.length === 0) return []
  if (old.length === 0) return [`${where} asks for a key now`]
  const scopesOf = (security: Operation['security']) => new Set(security.flatMap((way) => Object.values(way).flat()))
  const lost = scopesOf(old).difference(scopesOf(now))
  return [...lost].map((scope) => `${where} refuses keys with the scope ${scope} now`)
}

function compareParameters(place: Place, old: Operation, now: Operation): string[] {
  const name = (parameter: { in: string; name: string }) => `${parameter.in} parameter ${parameter.name}`
  const earlier = new Map((old.parameters ?? []).map((one) => [name(one), one]))
  const later = new Map((now.parameters ?? []).map((one) => [name(one), one]))
  const demanded = [...later].filter(([key, one]) => one.required && !earlier.get(key)?.required)
  const changed = [...earlier].flatMap(([key, { schema }]) => {
    const where = `${place.where}: ${key}`
    const found = later.get(key)
    if (found === undefined) return [`${where} is gone`]
    const { before, after } = place
    return compareSchemas({ document: before, schema }, { document: after, schema: found.schema }, 'sent', where)
  })
  return [...demanded.map(([key]) => `${place.where}: ${key} is required now`), ...changed]
}

function compareRequests(place: Place, { requestBody: old }: Operation, { requestBody: now }: Operation): string[] {
  const demanded = now?.required && !old?.required ? [`${place.where}: a body is required now`] : []
  if (old === undefined) return demanded
  return [...demanded, ...compareContents(place, old.content, now?.content, 'sent', 'body')]
}

function compareReplies(place: Place, old: Operation, now: Operation): string[] {
  const successes = Object.entries(old.responses).filter(([status]) => status.startsWith('2'))
  return successes.flatMap(([status, reply]) => {
    const found = now.responses[status]
    if (found === undefined) return [`${place.where}: ${status} is gone`]
    const later = resolve(place.after, found).content
    return compareContents(place, resolve(place.before, reply).content ?? {}, later, 'answered', status)
  })
}

function compareContents(place: Place, old: Content, now: Content | undefined, side: Side, part: string): string[] {
  return Object.entries(old).flatMap(([type, { schema }]) => {
    const where = `${place.where}: ${part}`
    const found = now?.[type]
    if (found === undefined) return [`${where} as ${type} is gone`]
    if (schema === undefined) return []
    const later = { document: place.after, schema: found.schema ?? {} }
    return compareSchemas({ document: place.before, schema }, later, side, where)
  })
}
