import assert from 'node:assert/strict'
import type { JsonSchema, OpenApiDocument, Operation } from './openapi-document.ts'
import { resolve } from './openapi-document.ts'
import { REPLY_HEADERS } from './openapi-headers.ts'
import { PROBLEM_TYPE } from './problem.ts'

/** One operation of the document, with where it is. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export function callsOf({ paths }: OpenApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** The codes that an operation documents, with their statuses. */
export function problemsIn(document: OpenApiDocument, { responses }: Operation): [status: number, code: string][] {
  return Object.entries(responses).flatMap(([status, reply]) => {
    const schema: JsonSchema = resolve(document, reply).content?.[PROBLEM_TYPE]?.schema ?? {}
    const codes = (schema.properties?.['code']?.enum ?? []) as string[]
    return codes.map((code): [number, string] => [Number(status), code])
  })
}

export interface SeenAnswer {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly headers: Headers
  /** Of a problem. */
  readonly code?: string
}

/** Fails for an answer of the API that its description lacks: its status, its code, or one of its headers. */
export function assertDescribed(document: OpenApiDocument, answer: SeenAnswer): void {
  const call = callOf(document, answer)
  if (call === undefined) return
  const { operation } = call
  const seen = `${call.method} ${call.path} answers ${answer.status} ${answer.code ?? ''}`
  const advice = 'which its description lacks: name it in the config.problems of the route'
  const reply = operation.responses[answer.status]
  assert.ok(reply, `${seen}, ${advice}`)
  if (answer.code !== undefined) {
    const known = problemsIn(document, operation).some(([, code]) => code === answer.code)
    assert.ok(known, `${seen}, ${advice}`)
  }
  const described = resolve(document, reply).headers ?? {}
  for (const name of Object.keys(REPLY_HEADERS)) {
    if (answer.headers.has(name)) assert.ok(name in described, `${seen} with ${name}, which its description lacks`)
  }
}

/** The longest parameter that the router takes: whatever is longer is no call. */
const SEGMENT = '[^/]{1,1024}'

/** Undefined where the request is none of the API: its path or its method is not there. */
function callOf(document: OpenApiDocument, { method, url, status }: SeenAnswer): Call | undefined {
  if (status === 405) return undefined
  const { pathname } = new URL(url)
  const asked = method === 'HEAD' ? 'GET' : method
  return callsOf(document).find(
    (call) => call.method === asked && new RegExp(`^${call.path.replace(/\{\w+\}/g, SEGMENT)}$`).test(pathname),
  )
}
