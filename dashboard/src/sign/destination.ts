/** Where to go after signing in: a place of ours that the address names, never another site. */
export function destination(search: string, otherwise = '/inboxes'): string {
  const next = new URLSearchParams(search).get('next')
  if (next === null) return otherwise
  const { origin } = window.location
  const url = URL.canParse(next, origin) ? new URL(next, origin) : null
  return url?.origin === origin && next.startsWith('/') ? `${url.pathname}${url.search}` : otherwise
}
