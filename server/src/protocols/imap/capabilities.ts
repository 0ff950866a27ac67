import type { Dialogue } from './dialogue.ts'

const ALWAYS = [
  'LITERAL+', // RFC 7888 §3
  'ID', // RFC 2971 §2
  'NAMESPACE', // RFC 2342 §5
  'ENABLE', // RFC 5161 §3
  'IDLE', // RFC 2177 §3
  'UIDPLUS', // RFC 4315 §2
  'UNSELECT', // RFC 3691 §2
  'CHILDREN', // RFC 3348 §3
  'MOVE', // RFC 6851 §3
  'ESEARCH', // RFC 4731 §3
  'CONDSTORE', // RFC 7162 §3.1
  'STATUS=SIZE', // RFC 8438 §1
]

/** RFC 3501 §7.2.1: what the client may use in this state. */
export function capabilities({ setup, secure, mayLogIn, state }: Dialogue): string {
  const login = mayLogIn ? ['AUTH=PLAIN', 'SASL-IR'] : ['LOGINDISABLED'] // RFC 4616 §2, RFC 4959 §3, RFC 3501 §6.2.3
  // RFC 3501 §6.2.1: not offered where it could not be obeyed.
  const tls = setup.startTls && !secure && state === 'not authenticated' ? ['STARTTLS'] : []
  return ['CAPABILITY', 'IMAP4rev1', ...login, ...ALWAYS, ...tls].join(' ')
}
