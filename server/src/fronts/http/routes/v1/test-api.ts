import assert from 'node:assert/strict'
import type { TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { type Answer, INBOX, type Scene } from '../../test-mail.ts'

export interface Call {
  readonly key?: string
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown
  readonly type?: string
  readonly signal?: AbortSignal
}

/** One call of the API, with the scene's key where no other is given. */
export function call(scene: Scene, method: string, path: string, options: Call = {}): Promise<Answer> {
  const { key = scene.key, body, type = 'application/json', signal } = options
  const headers: Record<string, string> = { 'X-API-KEY': key }
  if (body !== undefined) headers['Content-Type'] = type
  return scene.fetch(`/v1${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

export const INBOX_PATH = `/inboxes/${encodeURIComponent(INBOX)}`

export function waitFor(
  scene: Scene,
  query: Record<string, string>,
  options: Call & { readonly address?: string } = {},
): Promise<Answer> {
  const { address = INBOX, ...rest } = options
  return call(scene, 'GET', `/inboxes/${encodeURIComponent(address)}/wait?${new URLSearchParams(query)}`, rest)
}

/** The answer is what the documentation says it is. */
export function assertShape(schema: TSchema, answer: Answer): void {
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'private, no-store')
  assert.ok(answer.headers.has('ratelimit'))
  assert.ok(Check(schema, answer.json), JSON.stringify(Errors(schema, answer.json)))
}

export function assertPointer(answer: Answer, pointer: string): void {
  assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.json.errors[0]?.pointer, pointer, answer.text)
}

export interface Link {
  readonly next_cursor: string | null
}

/** Every page of a list, one after the other. */
export async function allPages(scene: Scene, path: string, query: Record<string, string>): Promise<Answer['json'][][]> {
  const pages: Answer['json'][][] = []
  let cursor: string | null = null
  do {
    const parameters = new URLSearchParams({ ...query, ...(cursor !== null && { cursor }) })
    const { json } = await call(scene, 'GET', `${path}?${parameters}`)
    pages.push(json.data)
    cursor = (json as Link).next_cursor
  } while (cursor !== null)
  return pages
}
