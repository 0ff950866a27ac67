import type { MailboxInfo } from './backend.ts'
import { DELIMITER } from './mailbox-name.ts'
import { matchPattern } from './match-pattern.ts'

export interface Listed {
  readonly name: string
  readonly attributes: readonly string[]
}

/** RFC 3501 §6.3.8 and RFC 3348 §3: what is there, and the names above it that are only a way to it. */
export function listMailboxes(mailboxes: readonly MailboxInfo[], pattern: string): Listed[] {
  const names = mailboxes.filter(({ exists }) => exists).map(({ name }) => name)
  const parents = parentsOf(names)
  const real = new Set(names)
  return sorted(new Set([...names, ...parents]), pattern).map((name) => {
    const children = parents.has(name) ? '\\HasChildren' : '\\HasNoChildren'
    return { name, attributes: real.has(name) ? [children] : ['\\Noselect', children] }
  })
}

/** RFC 3501 §6.3.9: with %, a name that is not subscribed is told for the sake of those below it that are. */
export function listSubscribed(mailboxes: readonly MailboxInfo[], pattern: string): Listed[] {
  const names = new Set(mailboxes.filter(({ subscribed }) => subscribed).map(({ name }) => name))
  const parents = pattern.includes('%') ? parentsOf([...names]) : []
  return sorted(new Set([...names, ...parents]), pattern).map((name) => ({
    name,
    attributes: names.has(name) ? [] : ['\\Noselect'],
  }))
}

function parentsOf(names: readonly string[]): Set<string> {
  const parents = new Set<string>()
  for (const name of names) {
    for (let at = name.lastIndexOf(DELIMITER); at > 0; at = name.lastIndexOf(DELIMITER, at - 1)) {
      parents.add(name.slice(0, at))
    }
  }
  return parents
}

function sorted(names: ReadonlySet<string>, pattern: string): string[] {
  const inbox = pattern.toUpperCase()
  const matches = (name: string) => matchPattern(name === 'INBOX' ? inbox : pattern, name)
  const first = (name: string) => (name === 'INBOX' ? 0 : 1)
  return [...names].filter(matches).sort((a, b) => first(a) - first(b) || (a < b ? -1 : 1))
}
