import { type JsonSchema, type OpenApiDocument, resolve } from './openapi-document.ts'

/** A schema within its document. */
export interface Placed {
  readonly document: OpenApiDocument
  readonly schema: JsonSchema
}

/** What is sent may be allowed more than before, what is answered may hold more than before. */
export type Side = 'sent' | 'answered'

/** What a client that was written for the old schema would stumble over in the new one. */
export function compareSchemas(before: Placed, after: Placed, side: Side, where: string): string[] {
  const old = resolve(before.document, before.schema)
  const now = resolve(after.document, after.schema)
  const inside = (a: JsonSchema, b: JsonSchema | undefined, place: string): string[] =>
    b === undefined
      ? [`${place} is gone`]
      : compareSchemas({ ...before, schema: a }, { ...after, schema: b }, side, place)
  const [wider, narrower] = side === 'sent' ? [kindsOf(now), kindsOf(old)] : [kindsOf(old), kindsOf(now)]
  if (!narrower.every((kind) => wider.includes(kind))) {
    return [`${where} was ${kindsOf(old).join(' or ')} and is ${kindsOf(now).join(' or ')}`]
  }
  return [
    ...compareValues(old, now, where),
    ...(side === 'sent' ? compareLimits(old, now, where) : []),
    ...compareRequired(old, now, side, where),
    ...Object.entries(old.properties ?? {}).flatMap(([name, property]) =>
      inside(property, now.properties?.[name], `${where}.${name}`),
    ),
    ...(old.items ? inside(old.items, now.items, `${where}[]`) : []),
    ...(old.anyOf ?? []).flatMap((one, index) => inside(one, now.anyOf?.[index], `${where}|${index}`)),
  ]
}

function kindsOf({ type, format, anyOf, enum: values }: JsonSchema): string[] {
  if (anyOf) return ['one of several']
  if (type === undefined) return [values ? 'string' : 'anything']
  return [type].flat().map((one) => (format === undefined ? one : `${one} (${format})`))
}

function compareValues(old: JsonSchema, now: JsonSchema, where: string): string[] {
  const values = now.enum
  const lost = values === undefined ? [] : (old.enum ?? []).filter((value) => !values.includes(value))
  const faults = lost.map((value) => `${where} has no value ${JSON.stringify(value)} any more`)
  if (old.const !== undefined && old.const !== now.const) faults.push(`${where} is not ${old.const} any more`)
  return faults
}

function compareLimits(old: JsonSchema, now: JsonSchema, where: string): string[] {
  const raised = (['minimum', 'minLength'] as const).filter(
    (name) => (now[name] ?? -Infinity) > (old[name] ?? -Infinity),
  )
  const lowered = (['maximum', 'maxLength'] as const).filter(
    (name) => (now[name] ?? Infinity) < (old[name] ?? Infinity),
  )
  const closed = now.enum !== undefined && old.enum === undefined ? [`${where} takes only some values now`] : []
  return [...closed, ...[...raised, ...lowered].map((name) => `${where} has a narrower ${name}`)]
}

function compareRequired(old: JsonSchema, now: JsonSchema, side: Side, where: string): string[] {
  const [from, to] = side === 'sent' ? [now, old] : [old, now]
  const differing = (from.required ?? []).filter((name) => !to.required?.includes(name))
  // One that is gone altogether is named as such.
  const there = differing.filter((name) => side === 'sent' || now.properties?.[name] !== undefined)
  return there.map((name) => `${where}.${name} ${side === 'sent' ? 'is required now' : 'may be missing now'}`)
}
