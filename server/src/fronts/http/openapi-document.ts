/** JSON Schema 2020-12, as far as this API uses it. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

export type Content = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export interface Reply {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  /** Each way to send a key, with the scopes that a key may have. None where no key is asked for. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Reply>>
}

export type PathItem = Readonly<Record<string, Operation>>

/** OpenAPI 3.1, as far as this API uses it. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly headers: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, Reply>>
  }
}

/** What a $ref points to; anything else is itself. */
export function resolve<T extends { readonly $ref?: string }>(document: OpenApiDocument, thing: T): T {
  if (thing.$ref === undefined) return thing
  const [, , kind, name] = thing.$ref.split('/')
  const found = (document.components as Readonly<Record<string, Readonly<Record<string, object>>>>)[kind ?? '']?.[
    name ?? ''
  ]
  if (found === undefined) throw new Error(`there is no ${thing.$ref}`)
  return found as T
}
