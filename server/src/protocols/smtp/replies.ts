/** The text starts with the enhanced status where there is one: '2.1.5 OK'. A '\n' in it makes a reply of several lines. */
export interface Reply {
  readonly code: number
  readonly text: string
}

const reply = (code: number, text: string): Reply => ({ code, text })

// RFC 5321 §4.2.3 for the codes, RFC 3463 §3 for the enhanced ones. No reply repeats what the client sent.
export const HELP = reply(214, '2.0.0 Commands: HELO EHLO MAIL RCPT DATA BDAT RSET NOOP VRFY HELP STARTTLS QUIT')
export const READY_FOR_TLS = reply(220, '2.0.0 Ready to start TLS')
export const BYE = reply(221, '2.0.0 Bye')
export const OK = reply(250, '2.0.0 OK')
export const SENDER_OK = reply(250, '2.1.0 Sender OK')
export const RECIPIENT_OK = reply(250, '2.1.5 Recipient OK')
export const NOT_VERIFIED = reply(252, '2.0.0 Send some mail, it will be tried')
export const START_INPUT = reply(354, 'End data with <CR><LF>.<CR><LF>')

export const SHUTTING_DOWN = reply(421, '4.3.2 Service shutting down, closing connection')
export const TOO_MANY_ERRORS = reply(421, '4.7.0 Too many errors, closing connection')
export const TOO_MANY_COMMANDS = reply(421, '4.7.0 Too many commands, closing connection')
export const LOCAL_ERROR = reply(451, '4.3.0 Local error, try again later')
export const TOO_MANY_RECIPIENTS = reply(452, '4.5.3 Too many recipients')

export const LINE_TOO_LONG = reply(500, '5.5.2 Line too long')
export const LINE_MALFORMED = reply(500, '5.5.2 Control character or bare CR or LF in the line')
export const LINE_NOT_UTF8 = reply(500, '5.5.2 Line is not UTF-8')
export const UNKNOWN_COMMAND = reply(500, '5.5.2 Command not recognized')
export const NEEDS_NAME = reply(501, '5.5.4 A host name or address literal is needed')
export const NEEDS_ARGUMENT = reply(501, '5.5.4 An argument is needed')
export const NO_ARGUMENT_ALLOWED = reply(501, '5.5.4 No argument is allowed')
export const BAD_MAIL = reply(501, '5.5.4 Syntax: MAIL FROM:<address>')
export const BAD_RCPT = reply(501, '5.5.4 Syntax: RCPT TO:<address>')
export const BAD_PARAMETER = reply(501, '5.5.4 Malformed parameter')
export const BAD_BDAT = reply(501, '5.5.4 Syntax: BDAT size [LAST]')
export const BAD_CHUNK_SIZE = reply(501, '5.5.4 Chunk size unreadable, closing connection')
export const BAD_SENDER = reply(501, '5.1.7 Bad sender address syntax')
export const BAD_RECIPIENT = reply(501, '5.1.3 Bad recipient address syntax')
export const NOT_IMPLEMENTED = reply(502, '5.5.1 Command not implemented')
export const NEEDS_EHLO = reply(503, '5.5.1 Send EHLO first')
export const NEEDS_MAIL = reply(503, '5.5.1 Send MAIL first')
export const NEEDS_RECIPIENT = reply(503, '5.5.1 No valid recipients')
export const MAIL_TWICE = reply(503, '5.5.1 Sender already given')
export const IN_BDAT = reply(503, '5.5.1 Only BDAT may follow BDAT')
export const TLS_ACTIVE = reply(503, '5.5.1 TLS is already active')
export const MESSAGE_TOO_BIG = reply(552, '5.3.4 Message too big')
export const ADDRESS_NOT_ASCII = reply(553, '5.6.7 Address needs SMTPUTF8')
export const TEXT_LINE_TOO_LONG = reply(554, '5.6.0 A line of the message is too long')
export const UNKNOWN_PARAMETER = reply(555, '5.5.4 Parameter not recognized')

const PROTOCOL_ERRORS: ReadonlySet<number> = new Set([500, 501, 502, 503, 504, 555])

/** Whether the client is to blame. A client that pipelines cannot know that all its recipients were refused. */
export function isProtocolError(answer: Reply): boolean {
  return answer.code >= 500 && PROTOCOL_ERRORS.has(answer.code) && answer !== NEEDS_RECIPIENT
}

/** RFC 5321 §4.2.1: every line but the last has a hyphen after the code. */
export function formatReply({ code, text }: Reply): string {
  if (!text.includes('\n') && !text.includes('\r')) return `${code} ${text}\r\n`
  const lines = text.split(/\r\n|\r|\n/)
  return lines.map((line, index) => `${code}${index < lines.length - 1 ? '-' : ' '}${line}\r\n`).join('')
}
