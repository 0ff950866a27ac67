/** Why there is no answer, each with what the owner of the endpoint is told. None of them names an address of ours. */
const DETAILS = {
  aborted: 'The attempt was called off because the server is stopping.',
  connect_timeout: 'No connection was made in time.',
  dns: 'The host name could not be resolved.',
  forbidden_address: 'The host name leads to an address that webhooks are not sent to.',
  forbidden_url: 'Webhooks are not sent to this URL.',
  protocol: 'The answer is not valid HTTP/1.1.',
  refused: 'The connection was refused.',
  reset: 'The connection was closed before an answer came.',
  timeout: 'No answer came in time.',
  tls: 'The TLS handshake failed.',
  unreachable: 'There is no route to the host.',
} as const

export type PostError = keyof typeof DETAILS

/** An attempt that ended without an answer. */
export class PostFailure extends Error {
  readonly error: PostError

  constructor(error: PostError, detail: string = DETAILS[error], options?: ErrorOptions) {
    super(detail, options)
    this.error = error
  }
}

const BY_CODE: Readonly<Record<string, PostError>> = {
  ECONNREFUSED: 'refused',
  ECONNABORTED: 'reset',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
}

/** What this machine ran out of: no fault of the receiver, so it must not count as one. */
const SHORTAGES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])

export function isOurShortage(error: unknown): boolean {
  return SHORTAGES.has(String((error as NodeJS.ErrnoException).code))
}

/** The failure that an error of a socket means; what is not the other side's doing comes back as it is. */
export function toPostFailure(cause: unknown, phase: 'connect' | 'tls' | 'exchange'): unknown {
  if (cause instanceof PostFailure) return cause
  if (isOurShortage(cause)) return cause
  const code = String((cause as NodeJS.ErrnoException).code ?? '')
  if (phase === 'tls' || /^ERR_(SSL|TLS)_/.test(code)) return new PostFailure('tls', tlsDetail(code), { cause })
  if (code === 'HPE_HEADER_OVERFLOW')
    return new PostFailure('protocol', 'The answer has too large a header.', { cause })
  if (code === 'ETIMEDOUT' && phase === 'connect') return new PostFailure('connect_timeout', undefined, { cause })
  return new PostFailure(BY_CODE[code] ?? (phase === 'connect' ? 'unreachable' : 'protocol'), undefined, { cause })
}

function tlsDetail(code: string): string {
  if (code === 'ECONNRESET') return 'The connection was closed in the TLS handshake.'
  return /^[A-Z0-9_]+$/.test(code) ? `The TLS handshake failed: ${code}.` : DETAILS.tls
}
