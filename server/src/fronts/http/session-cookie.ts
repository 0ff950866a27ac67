import { SESSION_MS } from '../../app/people/sessions.ts'

const NAME = 'mayfly_session'

/** RFC 6265bis §4.1.3.2: over TLS the prefix binds the cookie to this very host, whatever a neighbour sets. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? `__Host-${NAME}` : NAME
}

/** Null where there is none. */
export function sessionToken(header: string, baseUrl: string): string | null {
  const prefix = `${cookieName(baseUrl)}=`
  for (const part of header.split(';')) {
    const pair = part.trimStart()
    if (pair.startsWith(prefix)) return pair.slice(prefix.length).trimEnd()
  }
  return null
}

/** The value of Set-Cookie. */
export function sessionCookie(token: string, baseUrl: string): string {
  return makeCookie(token, baseUrl, SESSION_MS / 1_000)
}

export function endedCookie(baseUrl: string): string {
  return makeCookie('', baseUrl, 0)
}

function makeCookie(value: string, baseUrl: string, maxAge: number): string {
  const name = cookieName(baseUrl)
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}
