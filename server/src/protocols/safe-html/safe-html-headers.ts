/** Holds in the document too, so that it is kept when the file is saved or shown without its headers. */
export function contentPolicy(options: { readonly remote: boolean }): string {
  const images = options.remote ? "'self' data: http: https:" : "'self' data:"
  return [
    "default-src 'none'",
    `img-src ${images}`,
    "style-src 'unsafe-inline'",
    "font-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/**
 * The headers a safe document must be served with. Without allow-same-origin it stands in an origin of its own: nothing
 * in it could reach the page around it, a cookie or a store, even if a script ran, and none may.
 */
export function safeHtmlHeaders(options: { remote: boolean }): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `${contentPolicy(options)}; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Looking up the hosts of its links would tell their owners that the mail is being read.
    'X-DNS-Prefetch-Control': 'off',
    'Cache-Control': 'private, no-store',
  }
}
