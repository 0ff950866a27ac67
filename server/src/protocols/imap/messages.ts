import type { Selected } from './dialogue.ts'
import { Refusal } from './refusal.ts'
import type { SequenceSet } from './sequence-set.ts'
import type { Numbered } from './view.ts'

/** How a command names messages (RFC 3501 §6.4.8). */
export type Numbering = 'seq' | 'uid'

/** The messages that a set means to this client, those that have gone meanwhile included. */
export function findMessages({ view }: Selected, numbering: Numbering, set: SequenceSet): Numbered[] {
  return numbering === 'uid' ? view.byUids(set) : view.bySeqs(set)
}

/** RFC 5530 §3, RFC 2180 §4: what a client hears that names a message which somebody else has expunged. */
export function expungeIssued(): Refusal {
  return new Refusal('EXPUNGEISSUED', 'Some of the messages have been expunged')
}

export function needWritable({ readOnly }: Selected): void {
  if (readOnly) throw new Refusal('READ-ONLY', 'The mailbox is open for reading only')
}

export function uidsOf(messages: readonly Numbered[]): number[] {
  return messages.map(({ row }) => row.uid)
}
