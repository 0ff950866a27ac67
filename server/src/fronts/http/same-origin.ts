import type { IncomingMessage } from 'node:http'
import { HttpProblem } from './problem.ts'

/** RFC 9110 §9.2.1: these change nothing, so that any site may cause them. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A browser sends the cookie with what any site makes it ask, so what changes something must prove that it was a page of
 * ours that asked. Sec-Fetch-Site says so; a browser that does not know it sends Origin.
 */
export function requireSameOrigin({ method, headers }: IncomingMessage, baseUrl: string): void {
  if (SAFE.has(method ?? '')) return
  const site = headers['sec-fetch-site']
  if (site === undefined ? isOurs(headers.origin, headers.host, baseUrl) : site === 'same-origin') return
  throw new HttpProblem('csrf', 'This must come from a page of this service. Send Origin, or use an API key.')
}

/** The public address, or whatever name the browser has for this server, with the same scheme. */
export function isOurs(origin: string | undefined, host: string | undefined, baseUrl: string): boolean {
  const url = origin === undefined ? null : URL.parse(origin)
  const own = URL.parse(baseUrl)
  return url !== null && url.protocol === own?.protocol && (url.host === host || url.host === own.host)
}
