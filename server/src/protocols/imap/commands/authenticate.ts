import { type Command, type Completion, NOT_AUTHENTICATED } from '../command.ts'
import type { Dialogue } from '../dialogue.ts'
import { enterAccount, needPrivacy } from '../enter-account.ts'
import { BadCommand, Farewell, Refusal } from '../refusal.ts'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const INITIAL = /[A-Za-z0-9+/=]+/y

/** RFC 3501 §6.2.2 with the one mechanism PLAIN, and RFC 4959 for the answer that comes with the command. */
export const authenticate: Command = {
  states: NOT_AUTHENTICATED,
  parse(cursor) {
    cursor.space()
    const mechanism = cursor.word('a mechanism')
    const initial = cursor.skip(' ') ? (cursor.match(INITIAL)?.[0] ?? null) : null
    cursor.end()
    return async (dialogue) => {
      if (mechanism !== 'PLAIN') throw new Refusal('CANNOT', 'The only mechanism here is PLAIN')
      // Before the client is asked for a secret.
      needPrivacy(dialogue)
      return authenticatePlain(dialogue, initial ?? (await ask(dialogue)))
    }
  },
}

async function ask(dialogue: Dialogue): Promise<string> {
  dialogue.outlet.line('+ ')
  const line = await dialogue.listen(dialogue.setup.limits.greetingBytes)
  if (line === null) throw new Farewell('The session has ended')
  if (line.text === '*') throw new BadCommand('Log-in cancelled') // RFC 3501 §6.2.2
  if (line.overlong) throw new BadCommand('The answer is too long')
  return line.text
}

/** RFC 4616 §2: [authzid] NUL authcid NUL passwd. */
async function authenticatePlain(dialogue: Dialogue, answer: string): Promise<Completion> {
  // RFC 4959 §3: "=" is an answer of no octets.
  if (answer !== '=' && !BASE64.test(answer)) throw new BadCommand('The answer is not base64')
  const parts = Buffer.from(answer, 'base64').toString('latin1').split('\0')
  const [authzid, authcid, secret] = parts
  if (parts.length !== 3 || !authcid || !secret) throw new BadCommand('The answer does not follow PLAIN')
  if (authzid !== '' && authzid !== authcid) {
    dialogue.countFailedLogin()
    throw new Refusal('AUTHORIZATIONFAILED', 'Nobody can act for another here')
  }
  return enterAccount(dialogue, authcid, secret, 'PLAIN')
}
