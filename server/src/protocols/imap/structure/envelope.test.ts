import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { textOf } from './read-response.fixture.ts'
import { DEFAULT_STRUCTURE_LIMITS, readStructure, writeEnvelope } from './structure.ts'

const envelopeOf = (header: string) => readStructure(Buffer.from(header, 'latin1'), DEFAULT_STRUCTURE_LIMITS).envelope
const written = (header: string) => textOf(writeEnvelope(envelopeOf(header)))

test('every member in its place', () => {
  const header = `bcc: hidden@reef.test
message-id: <2@reef.test>
in-reply-to: <1@reef.test> <0@reef.test>
cc: copy@reef.test
to: otter@inbox.test
reply-to: Answers <answers@reef.test>
sender: robot@reef.test
from: Nora <nora@reef.test>
subject: Re: a "quoted" \\ word
date: Tue, 3 Nov 2026 09:30:00 +0100

`
  const addresses = [
    '(("Nora" NIL "nora" "reef.test"))',
    '((NIL NIL "robot" "reef.test"))',
    '(("Answers" NIL "answers" "reef.test"))',
    '((NIL NIL "otter" "inbox.test"))',
    '((NIL NIL "copy" "reef.test"))',
    '((NIL NIL "hidden" "reef.test"))',
  ]
  assert.equal(
    written(header),
    `("Tue, 3 Nov 2026 09:30:00 +0100" "Re: a \\"quoted\\" \\\\ word" ${addresses.join(' ')} "<1@reef.test> <0@reef.test>" "<2@reef.test>")`,
  )
})

test('RFC 3501 §7.4.2: without Sender and Reply-To, or with empty ones, From stands for them', () => {
  const from = '((NIL NIL "a" "b.test"))'
  const expected = `(NIL NIL ${from} ${from} ${from} NIL NIL NIL NIL NIL)`
  assert.equal(written('From: a@b.test\n\n'), expected)
  assert.equal(written('From: a@b.test\nSender:\nReply-To: (nobody)\n\n'), expected)
})

test('a field that is missing is NIL, one that is empty is the empty string; empty lists are NIL', () => {
  assert.equal(written('X: y\n\n'), '(NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL)')
  assert.equal(
    written('Date:\nSubject: \t\nMessage-ID:\nIn-Reply-To:\nTo:\nFrom: ,\n\n'),
    '("" "" NIL NIL NIL NIL NIL NIL "" "")',
  )
})

test('RFC 5322 §2.2.3: unfolding takes the line end and nothing else', () => {
  assert.equal(envelopeOf('Subject: one\r\n two\n\tthree\r\n\r\n').subject, 'one two\tthree')
  assert.equal(
    envelopeOf('Subject:\r\n  =?utf-8?Q?a?=\r\n =?utf-8?Q?b?=  \r\n\r\n').subject,
    '=?utf-8?Q?a?= =?utf-8?Q?b?=',
  )
})

test('the first of a repeated field counts; of destinations all do', () => {
  const { subject, from, to, cc } = envelopeOf(
    'Subject: 1\nSubject: 2\nFrom: a@b.test\nFrom: c@d.test\nTo: e@f.test\nCc: x@y.test\nTo: g@h.test\n\n',
  )
  assert.deepEqual([subject, from.length, cc.length], ['1', 1, 1])
  assert.deepEqual(
    to.map(([, , mailbox]) => mailbox),
    ['e', 'g'],
  )
})

test('what is not ASCII is a literal, and so is a bare CR; NUL is left out', () => {
  assert.deepEqual(writeEnvelope(envelopeOf('Subject: gr\xfcn\r\nDate: a\rb\r\nMessage-ID: a\0b\n\n')), [
    '({3}\r\n',
    Buffer.from('a\rb'),
    ' {4}\r\n',
    Buffer.from('gr\xfcn', 'latin1'),
    ' NIL NIL NIL NIL NIL NIL NIL {2}\r\n',
    Buffer.from('ab'),
    ')',
  ])
})

test('a byte A0 at the end belongs to the text', () => {
  assert.equal(envelopeOf('Subject: voil\xc3\xa0\r\n\r\n').subject, 'voil\xc3\xa0')
})
