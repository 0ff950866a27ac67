import type { Letter } from '../../domain/outbound.ts'
import type { Deps } from '../deps.ts'

/** Nobody's mailbox is filled by whoever knows its address. */
const LETTERS_A_MINUTE = 3

/** False where this address has had enough letters for now. */
export async function mayWrite({ limiter }: Deps, to: string): Promise<boolean> {
  return (await limiter.take(`letter ${to}`, LETTERS_A_MINUTE)).allowed
}

/** Sent behind the back of whoever is answered: neither its time nor its failure may tell them anything. */
export function post(deps: Deps, letter: Letter): void {
  deps.people.outbound?.send(letter).catch((error: unknown) => deps.onBackgroundError(error, 'outbound mail'))
}

export function codeLetter(to: string, code: string): Letter {
  const text = `Your code is ${code}\n\nIt finishes your sign-up at Mayfly, and is valid for 15 minutes.\nIf you did not ask for it, leave this mail alone: nothing happens.\n`
  return { to, subject: `${code} is your Mayfly code`, text }
}

export function takenLetter(to: string, baseUrl: string): Letter {
  const text = `Somebody, perhaps you, wanted to sign up at Mayfly with this address. You have an account already.\n\nSign in:              ${baseUrl}/sign-in\nForgot the password?  ${baseUrl}/forgot\n`
  return { to, subject: 'You have a Mayfly account already', text }
}

export function resetLetter(to: string, url: string): Letter {
  const text = `Choose a new password for Mayfly:\n\n${url}\n\nThe link works once, and for an hour. If you did not ask for it, leave this mail alone: nothing changes.\n`
  return { to, subject: 'A new password for Mayfly', text }
}

export function inviteLetter(to: string, url: string, inviter: string): Letter {
  const text = `${inviter} invites you to a Mayfly account.\n\n${url}\n\nThe link works once, and for 7 days.\n`
  return { to, subject: 'You are invited to Mayfly', text }
}
