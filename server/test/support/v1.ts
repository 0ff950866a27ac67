import assert from 'node:assert/strict'

interface Api {
  readonly httpUrl: string
  readonly key: string
}

/** A call of /v1 that succeeds; its parsed answer. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
export async function callV1(api: Api, method: string, path: string, body?: unknown): Promise<any> {
  const headers = { 'X-API-KEY': api.key, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const answer = await fetch(`${api.httpUrl}/v1${path}`, init)
  const text = await answer.text()
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

export async function createKey(api: Api, scope: 'full' | 'read' | 'codes'): Promise<{ id: string; key: string }> {
  return callV1(api, 'POST', '/keys', { name: scope, scope })
}
