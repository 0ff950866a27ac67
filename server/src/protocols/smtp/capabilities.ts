import type { Reply } from './replies.ts'

export interface Capabilities {
  readonly hostname: string
  readonly messageBytes: number
  readonly startTls: boolean
}

/** RFC 5321 §4.1.1.1: the EHLO reply, one keyword a line after the host's own name. */
export function ehloReply({ hostname, messageBytes, startTls }: Capabilities): Reply {
  const lines = [
    hostname,
    'PIPELINING', // RFC 2920 §3
    `SIZE ${messageBytes}`, // RFC 1870 §3
    '8BITMIME', // RFC 6152 §2
    'SMTPUTF8', // RFC 6531 §3.1
    'ENHANCEDSTATUSCODES', // RFC 2034 §3
    'CHUNKING', // RFC 3030 §2
    'HELP', // RFC 5321 §4.1.1.8
  ]
  if (startTls) lines.push('STARTTLS') // RFC 3207 §4.2: not offered again once TLS is active
  return { code: 250, text: lines.join('\n') }
}
