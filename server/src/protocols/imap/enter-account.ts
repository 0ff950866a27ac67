import { isUtf8 } from 'node:buffer'
import type { Account, Credentials } from './backend.ts'
import { capabilities } from './capabilities.ts'
import type { Completion } from './command.ts'
import type { Dialogue } from './dialogue.ts'
import { Refusal } from './refusal.ts'

/** RFC 3501 §6.2.3, RFC 5530 §3. */
export function needPrivacy({ mayLogIn }: Dialogue): void {
  if (!mayLogIn) throw new Refusal('PRIVACYREQUIRED', 'Start TLS before you log in')
}

/** Logs in, by whatever mechanism. The name and the secret are octets, one a character. */
export async function enterAccount(
  dialogue: Dialogue,
  user: string,
  secret: string,
  mechanism: Credentials['mechanism'],
): Promise<Completion> {
  needPrivacy(dialogue)
  const credentials = { user: readUtf8(user), secret: readUtf8(secret), mechanism, tls: dialogue.secure }
  dialogue.enter(await logIn(dialogue, credentials))
  // RFC 3501 §7.2.1: spares the client a question.
  return { text: `[${capabilities(dialogue)}] Logged in` }
}

async function logIn(dialogue: Dialogue, credentials: Credentials): Promise<Account> {
  try {
    return await dialogue.setup.backend.login(credentials)
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'UNAVAILABLE') dialogue.countFailedLogin()
    throw error
  }
}

function readUtf8(octets: string): string {
  const bytes = Buffer.from(octets, 'latin1')
  if (!isUtf8(bytes)) throw new Refusal('AUTHENTICATIONFAILED', 'The name or the password is not UTF-8')
  return bytes.toString()
}
