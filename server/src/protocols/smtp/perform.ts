import { bdat } from './bdat.ts'
import { ehloReply } from './capabilities.ts'
import { parseCommand } from './command.ts'
import { data } from './data.ts'
import type { Dialogue } from './dialogue.ts'
import { mail } from './mail.ts'
import { rcpt } from './rcpt.ts'
import {
  BYE,
  HELP,
  NEEDS_ARGUMENT,
  NEEDS_NAME,
  NO_ARGUMENT_ALLOWED,
  NOT_IMPLEMENTED,
  NOT_VERIFIED,
  OK,
  READY_FOR_TLS,
  TLS_ACTIVE,
  UNKNOWN_COMMAND,
} from './replies.ts'
import type { Step } from './step.ts'

type Verb = (dialogue: Dialogue, args: string) => Step | Promise<Step>

const notImplemented: Verb = () => ({ reply: NOT_IMPLEMENTED })

const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ['EHLO', ehlo],
  ['HELO', helo],
  ['MAIL', mail],
  ['RCPT', rcpt],
  ['DATA', data],
  ['BDAT', bdat],
  ['RSET', rset],
  ['NOOP', () => ({ reply: OK })], // RFC 5321 §4.1.1.9: any argument is ignored
  ['VRFY', (_, args) => ({ reply: args === '' ? NEEDS_ARGUMENT : NOT_VERIFIED })], // RFC 5321 §3.5.3
  ['HELP', () => ({ reply: HELP })],
  ['QUIT', (_, args) => (args === '' ? { reply: BYE, after: 'close' } : { reply: NO_ARGUMENT_ALLOWED })],
  ['STARTTLS', startTls],
  // RFC 5321 §4.2.4: known elsewhere, but not here.
  ...['EXPN', 'AUTH', 'ETRN', 'ATRN', 'TURN', 'SEND', 'SOML', 'SAML', 'BURL'].map(
    (verb) => [verb, notImplemented] as const,
  ),
])

/** Does what one command line says. */
export function perform(dialogue: Dialogue, line: string): Step | Promise<Step> {
  const { verb, args } = parseCommand(line)
  return VERBS.get(verb)?.(dialogue, args) ?? { reply: UNKNOWN_COMMAND }
}

/** RFC 5321 §4.1.1.1. What the name says is not judged (§4.1.4), only that it is one ASCII word. */
const NAME = /^[\x21-\x7e]{1,255}$/

function ehlo(dialogue: Dialogue, name: string): Step {
  if (!NAME.test(name)) return { reply: NEEDS_NAME }
  dialogue.greet(name, true)
  const { hostname, limits, startTls: offered } = dialogue.setup
  return {
    reply: ehloReply({ hostname, messageBytes: limits.messageBytes, startTls: offered && !dialogue.secure }),
  }
}

function helo(dialogue: Dialogue, name: string): Step {
  if (!NAME.test(name)) return { reply: NEEDS_NAME }
  dialogue.greet(name, false)
  return { reply: { code: 250, text: dialogue.setup.hostname } }
}

/** RFC 5321 §4.1.1.5. */
function rset(dialogue: Dialogue, args: string): Step {
  if (args !== '') return { reply: NO_ARGUMENT_ALLOWED }
  dialogue.reset()
  return { reply: OK }
}

/** RFC 3207 §4. */
function startTls(dialogue: Dialogue, args: string): Step {
  if (dialogue.secure) return { reply: TLS_ACTIVE }
  if (!dialogue.setup.startTls) return { reply: NOT_IMPLEMENTED }
  if (args !== '') return { reply: NO_ARGUMENT_ALLOWED }
  return { reply: READY_FOR_TLS, after: 'tls' }
}
