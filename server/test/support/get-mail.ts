import assert from 'node:assert/strict'

export interface Message {
  readonly id: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly date: string
}

export interface Problem {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly request_id: string
}

interface Api {
  readonly httpUrl: string
  readonly key: string
}

export type Query = Readonly<Record<string, string | number>>

/** The answer as it is, whatever its status. Without a key where `key` is null. */
export function askMail(api: Api, address: string, key: string | null = api.key, query: Query = {}): Promise<Response> {
  const parameters = Object.entries({ email: address, ...query }).map(([name, value]) => [name, String(value)])
  const url = `${api.httpUrl}/getMail?${new URLSearchParams(parameters)}`
  return fetch(url, { headers: key === null ? {} : { 'X-API-KEY': key } })
}

/** The messages of an inbox that may be read, newest first. */
export async function getMail(api: Api, address: string, query: Query = {}): Promise<readonly Message[]> {
  const answer = await askMail(api, address, api.key, query)
  assert.equal(answer.status, 200, `${address}: ${answer.status}`)
  return (await answer.json()) as Message[]
}

export async function subjects(api: Api, address: string, query: Query = {}): Promise<readonly string[]> {
  return (await getMail(api, address, query)).map((message) => message.subject)
}

/** All messages of an inbox, page by page as the Link headers lead. */
export async function* allMail(api: Api, address: string, limit: number): AsyncGenerator<Message> {
  let answer = await askMail(api, address, api.key, { limit })
  for (;;) {
    assert.equal(answer.status, 200)
    const page = (await answer.json()) as Message[]
    assert.ok(page.length <= limit)
    yield* page
    const next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
    if (next === undefined) return
    answer = await fetch(next, { headers: { 'X-API-KEY': api.key } })
  }
}

/** Insists that the answer is this refusal, told as RFC 9457 and the contract want it. */
export async function assertProblem(answer: Response, status: number, code: string): Promise<Problem> {
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
  const problem = (await answer.json()) as Problem & { type: string; title: string }
  assert.deepEqual([answer.status, problem.status, problem.code], [status, status, code])
  for (const field of ['type', 'title', 'detail', 'request_id'] as const) {
    assert.ok(typeof problem[field] === 'string' && problem[field] !== '', field)
  }
  return problem
}
