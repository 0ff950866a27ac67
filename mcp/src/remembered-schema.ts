import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type * as z from 'zod/v4'

type Describe = StandardSchemaWithJSON['~standard']['jsonSchema']['input']

/** A schema whose JSON is made once: each request has a server of its own, and making it is most of what a list costs. */
export function rememberJson<S extends z.ZodObject>(schema: S): StandardSchemaWithJSON<z.input<S>, z.output<S>> {
  const { jsonSchema, ...standard } = schema['~standard']
  const described = { input: once(jsonSchema.input), output: once(jsonSchema.output) }
  return { '~standard': { ...standard, jsonSchema: described } }
}

function once(describe: Describe): Describe {
  const known = new Map<string, ReturnType<Describe>>()
  return (options) => {
    const json = known.get(options.target) ?? describe(options)
    known.set(options.target, json)
    return json
  }
}
