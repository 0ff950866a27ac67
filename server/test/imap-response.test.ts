import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readResponse } from './support/imap-response.ts'
import { ProtocolError } from './support/imap-text.ts'
import { ImapView } from './support/imap-view.ts'

// The checker that the other tests lean on: it must find what is wrong.

const GOOD = [
  '* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready',
  '+ idling',
  't1 NO [TRYCREATE] There is no such mailbox',
  '* LIST (\\HasNoChildren) "/" "a b"',
  '* STATUS INBOX (MESSAGES 3 UIDNEXT 4)',
  '* SEARCH',
  '* SEARCH 1 5 (MODSEQ 9)',
  '* ESEARCH (TAG "t1") UID COUNT 2 ALL 1:3,7',
  '* NAMESPACE (("" "/")) NIL NIL',
  '* ID ("name" NIL)',
  '* 3 FETCH (UID 7 FLAGS (\\Seen work) BODY[HEADER.FIELDS (FROM)] {4}\r\nab\r\n MODSEQ (12))',
  '* 1 FETCH (ENVELOPE (NIL "s" (("A" NIL "a" "b")) NIL NIL NIL NIL NIL NIL NIL))',
  '* 1 FETCH (BODYSTRUCTURE (("text" "plain" NIL NIL NIL "7bit" 1 1)("text" "html" ("charset" "utf-8") NIL NIL "7bit" 1 1 NIL ("inline" NIL)) "mixed" ("boundary" "b") NIL NIL))',
]

const BAD = [
  '* OK',
  '* 0 EXPUNGE',
  '* 01 EXISTS',
  '* SEARCH  1',
  '* SEARCH 1 ',
  't1 BYE now',
  '* LIST () "/" a b',
  '* LIST (\\HasNoChildren)"/" a',
  '* STATUS INBOX (MESSAGES)',
  '* NONSENSE',
  '* 3 FETCH (UID 7 FLAGS \\Seen)',
  '* 3 FETCH (UID 7  FLAGS (\\Seen))',
  '* 3 FETCH (BODY[] {5}\r\nab\r\n)',
  '* 3 FETCH (BODY[] "a\u00e9")',
  '* 3 FETCH (INTERNALDATE "1-Feb-2020 10:00:00 +0000")',
  '* 1 FETCH (ENVELOPE (NIL NIL NIL NIL NIL NIL NIL NIL NIL))',
  '* 1 FETCH (ENVELOPE (NIL "s" () NIL NIL NIL NIL NIL NIL NIL))',
  '* 1 FETCH (BODYSTRUCTURE ("text" "plain" NIL NIL NIL "7bit" 1))',
  '* 1 FETCH (BODYSTRUCTURE ("text" "plain" ("charset") NIL NIL "7bit" 1 1))',
]

test('what RFC 3501 allows is read, and what it does not is found', () => {
  for (const response of GOOD) readResponse(response)
  for (const response of BAD) assert.throws(() => readResponse(response), ProtocolError, response)
})

/** Plays responses to a view that has three messages with the UIDs 5, 6 and 9. */
function hear(verb: string, ...responses: string[]): ImapView {
  const view = new ImapView()
  const told = ['* 3 EXISTS', '* 1 FETCH (UID 5 MODSEQ (4))', '* 2 FETCH (UID 6)', '* 3 FETCH (UID 9)']
  for (const response of [...told, ...responses]) view.hear(readResponse(response), verb)
  return view
}

test('a view follows what it is told', () => {
  assert.deepEqual(hear('NOOP', '* 2 EXPUNGE', '* 3 EXISTS').uids, [5, 9, null])
})

test('a server that contradicts itself is found out', () => {
  assert.throws(() => hear('NOOP', '* 2 EXISTS'), /EXISTS went from 3 to 2/)
  assert.throws(() => hear('NOOP', '* 4 EXPUNGE'), /EXPUNGE of 4/)
  assert.throws(() => hear('NOOP', '* 4 FETCH (FLAGS ())'), /FETCH of 4/)
  assert.throws(() => hear('NOOP', '* 1 FETCH (UID 6)'), /had UID 5/)
  assert.throws(() => hear('NOOP', '* 4 EXISTS', '* 4 FETCH (UID 7)'), /does not rise/)
  assert.throws(() => hear('NOOP', '* 1 FETCH (UID 5 MODSEQ (3))'), /MODSEQ/)
  for (const verb of ['FETCH', 'STORE', 'SEARCH', '']) assert.throws(() => hear(verb, '* 1 EXPUNGE'), /EXPUNGE while/)
  hear('UID', '* 1 EXPUNGE')
})
