import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { NESTED_MAILS } from './nested-mails.fixture.ts'
import { ORDINARY_MAILS } from './ordinary-mails.fixture.ts'
import { textOf } from './read-response.fixture.ts'
import { DEFAULT_STRUCTURE_LIMITS, readStructure, writeBody } from './structure.ts'

function write(id: string, extensible: boolean): string {
  const raw = [...ORDINARY_MAILS, ...NESTED_MAILS].find((mail) => mail.id === id)?.raw ?? ''
  return textOf(writeBody(readStructure(Buffer.from(raw, 'latin1'), DEFAULT_STRUCTURE_LIMITS).body, extensible))
}

test('text', () => {
  assert.equal(write('one-line', false), '("text" "plain" NIL NIL NIL "7bit" 15 1)')
  assert.equal(write('one-line', true), '("text" "plain" NIL NIL NIL "7bit" 15 1 NIL NIL NIL NIL)')
})

test('every field that a part can have', () => {
  assert.equal(
    write('all-content-fields', true),
    '("text" "html" ("charset" "utf-8") "<page.1@reef.test>" "=?utf-8?Q?die_Seite_=C3=BCber_Otter?=" "8bit" 22 1' +
      ' "Q2hlY2sgbWUgcGxlYXNlIQ==" ("inline" ("filename" "page.html")) ("de" "en-GB" "fr") "https://reef.test/otters/")',
  )
})

test('a multipart', () => {
  const [plain, html] = [
    '"text" "plain" ("charset" "utf-8") NIL NIL "7bit" 5 0',
    '"text" "html" ("charset" "utf-8") NIL NIL "quoted-printable" 31 0',
  ]
  assert.equal(write('alternative', false), `((${plain})(${html}) "alternative")`)
  assert.equal(
    write('alternative', true),
    `((${plain} NIL NIL NIL NIL)(${html} NIL NIL NIL NIL) "alternative" ("boundary" "alt") NIL NIL NIL)`,
  )
})

test('a message, with its envelope and its body', () => {
  const from = '(("Sam" NIL "sam" "far.test"))'
  const envelope = `("Mon, 2 Nov 2026 08:00:00 +0000" "hello" ${from} ${from} ${from} ((NIL NIL "nora" "reef.test")) NIL NIL NIL NIL)`
  const text = '("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 10 0)'
  assert.equal(
    write('forwarded', false),
    `(("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 13 0)("message" "rfc822" NIL NIL "forwarded message" "7bit" 112 ${envelope} ${text} 5) "mixed")`,
  )
})

test('a message/global is a part like others to a client of RFC 3501', () => {
  assert.match(write('global', false), /\("message" "global" NIL NIL NIL "7bit" \d+\) "mixed"\)$/)
})
