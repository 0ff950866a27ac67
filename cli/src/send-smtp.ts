import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { Failure } from './failure.ts'

export interface SmtpPlace {
  readonly host: string
  readonly port: number
}

export interface Envelope {
  readonly from: string
  readonly to: string
}

const PATIENCE_MS = 30_000

/** One mail on a connection of its own (RFC 5321), in plain text: made for the test server beside you. Gives its last reply. */
export async function sendSmtp({ host, port }: SmtpPlace, { from, to }: Envelope, source: Buffer): Promise<string> {
  const socket = connect({ host, port, noDelay: true })
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('it took too long')))
  const replies = readReplies(socket)
  const say = async (line: string | Buffer, wanted: number, what: string): Promise<string> => {
    if (line.length > 0) socket.write(line)
    const { value } = await replies.next()
    if (value === undefined) throw new Failure(`${host}:${port} closed the connection at ${what}.`)
    if (Number(value.slice(0, 3)) !== wanted) throw new Failure(`${host}:${port} refused ${what}: ${value}`)
    return value
  }
  try {
    await once(socket, 'connect')
    await say('', 220, 'the connection')
    await say('EHLO mayfly.localhost\r\n', 250, 'EHLO')
    await say(`MAIL FROM:<${from}>\r\n`, 250, `the sender ${from}`)
    await say(`RCPT TO:<${to}>\r\n`, 250, `the recipient ${to}`)
    await say('DATA\r\n', 354, 'DATA')
    const reply = await say(stuffDots(source), 250, 'the mail')
    socket.write('QUIT\r\n')
    return reply
  } catch (error) {
    if (error instanceof Failure) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new Failure(
      `No SMTP at ${host}:${port} (${code ?? message}). Start the server, or give its place with --smtp HOST:PORT.`,
    )
  } finally {
    socket.end()
  }
}

/** Whole replies: the lines of a longer one are joined (RFC 5321 §4.2.1). */
async function* readReplies(socket: NodeJS.ReadableStream): AsyncGenerator<string, undefined> {
  let lines: string[] = []
  for await (const line of createInterface({ input: socket })) {
    lines.push(lines.length === 0 ? line : line.slice(4))
    if (line[3] === '-') continue
    yield lines.join(' ')
    lines = []
  }
  return undefined
}

/** Line ends as CRLF, a dot before each that begins a line, and the one that ends it all (RFC 5321 §4.5.2). */
export function stuffDots(source: Buffer): Buffer {
  const text = source.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n')
  const whole = text.endsWith('\r\n') ? text : `${text}\r\n`
  return Buffer.from(`${whole.replace(/^\./gm, '..')}.\r\n`, 'latin1')
}
