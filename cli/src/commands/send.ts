import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Command } from 'commander'
import { composeMail } from '../compose-mail.ts'
import type { Begin, Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { parsePlace } from '../option-values.ts'
import { plainLine } from '../plain-text.ts'
import { type SmtpPlace, sendSmtp } from '../send-smtp.ts'
import { UsageError } from '../usage-error.ts'

interface Options {
  readonly from: string
  readonly subject?: string
  readonly text?: string
  readonly file?: string
  readonly smtp?: SmtpPlace
}

const DEFAULT_FROM = 'sender@example.com'
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/

export function addSend(program: Command, begin: Begin): void {
  program
    .command('send')
    .argument('<address>')
    .summary('Send a test mail to an inbox.')
    .description(
      'Send a test mail to an inbox: with a code and a link in it, or what you say. It is put in through the API, or goes by SMTP where --smtp says so.',
    )
    .option('--from <address>', 'Who it is from.', DEFAULT_FROM)
    .option('--subject <text>', 'Its subject.')
    .option('--text <text>', 'Its text.')
    .option('--file <file>', 'A whole message (RFC 5322) from a file; - is standard input.')
    .option('--smtp <host:port>', 'Send it by SMTP: 127.0.0.1:1025.', parsePlace)
    .action(async (to: string, options: Options, command: Command) => {
      const context = begin(command)
      for (const address of [to, options.from]) {
        if (!ADDRESS.test(address)) throw new UsageError(`"${address}" is no address. Type name@domain.`)
      }
      const source = await readSource(context, to, options)
      const { out } = context
      if (options.smtp) {
        const reply = await sendSmtp(options.smtp, { from: options.from, to }, source)
        return out.show({ to, via: 'smtp', reply }, () => `Sent to ${to}: ${plainLine(reply)}`)
      }
      const id = await context.client().inject(to, source)
      out.show({ to, via: 'api', id }, () => `Put into ${to}: ${id}`)
    })
}

async function readSource({ around }: Context, to: string, { from, subject, text, file }: Options): Promise<Buffer> {
  if (file === undefined) return Buffer.from(composeMail({ to, from, subject, text }))
  if (subject !== undefined || text !== undefined) {
    throw new UsageError('--file is a whole message. Leave --subject and --text out.')
  }
  if (file === '-') return buffer(around.stdin)
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`${file} cannot be read (${error.code}). Give the path of a message, or - for standard input.`)
  })
}
