import { Problem, Unreachable } from './problem.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Codes of a 401 that are about what was typed, not about the session. */
const ABOUT_TYPED = new Set(['invalid_credentials', 'totp_required'])

let onSessionEnd: () => void = () => undefined

/** Called when the server no longer knows who we are. */
export function whenSessionEnds(listener: () => void): void {
  onSessionEnd = listener
}

/** One call of the API with the session's cookie. Throws a Problem, or Unreachable. */
export async function call<T>(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const answer = await ask(method, path, body, signal)
  return (answer.status === 204 ? undefined : await answer.json()) as T
}

export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return call<T>('GET', path, undefined, signal)
}

/** The text of an answer that is not JSON. */
export async function getText(path: string, signal?: AbortSignal): Promise<string> {
  return (await ask('GET', path, undefined, signal)).text()
}

async function ask(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  const answer = await send(method, path, body, signal)
  if (answer.ok) return answer
  const problem = new Problem(answer.status, await readProblem(answer))
  if (problem.status === 401 && !ABOUT_TYPED.has(problem.code)) onSessionEnd()
  throw problem
}

async function send(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(`/v1${path}`, {
      method,
      credentials: 'same-origin',
      ...(signal && { signal }),
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Unreachable()
  }
}

/** A proxy in between may answer with a page of its own. */
async function readProblem(answer: Response): Promise<object> {
  try {
    return await answer.json()
  } catch {
    return {}
  }
}

/** Path and query, with what is undefined or empty left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined | null>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}
