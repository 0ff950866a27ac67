import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { summariseHeaders } from './header-summary.ts'

const summary = (header: string) => summariseHeaders(Buffer.from(header, 'latin1'))
const subject = (value: string) => summary(`Subject: ${value}\r\n\r\n`).subject
const utf8 = (text: string) => Buffer.from(text).toString('latin1')

test('an ordinary header', () => {
  const header = [
    'Received: from a.test by b.test; Mon, 1 Jan 2024 00:00:00 +0000',
    'received: from c.test\r\n\tby a.test; Mon, 1 Jan 2024 00:00:00 +0000',
    'From: "Example, Inc." <No-Reply@Example.COM>',
    'To: one@inbox.test, Group: two@inbox.test;',
    'Subject: Your code is 123456',
    'To: Three <three@inbox.test>',
  ]
  assert.deepEqual(summary(`${header.join('\r\n')}\r\n\r\nSubject: of the body`), {
    from: 'No-Reply@example.com',
    fromName: 'Example, Inc.',
    to: ['one@inbox.test', 'two@inbox.test', 'three@inbox.test'],
    subject: 'Your code is 123456',
    receivedCount: 2,
  })
})

test('header shapes of the real world', () => {
  const nothing = { from: '', fromName: '', to: [], subject: '', receivedCount: 0 }
  assert.deepEqual(summary(''), nothing)
  assert.deepEqual(summary('\r\nSubject: body'), nothing)
  assert.deepEqual(summary('\nSubject: body'), nothing)
  assert.equal(summary('Subject: bare LF\nFrom: a@b.c\n\nbody').from, 'a@b.c')
  assert.equal(summary('From a@b.c Thu Jan 1 00:00:00 1970\nFrom: x@y.z\n').from, 'x@y.z')
  assert.equal(summary('garbage\n folded under garbage: x\nsubject : obsolete\n').subject, 'obsolete')
  assert.equal(summary('SUBJECT:no space').subject, 'no space')
  assert.equal(summary(': no name\nSubject: s\n').subject, 's')
  assert.equal(summary('X Subject: has a space\nSubject: s\n').subject, 's')
})

test('the first From and the first Subject win', () => {
  const twice = summary('From: a@b.c\nFrom: evil@x.y\nSubject: one\nSubject: two\n')
  assert.deepEqual([twice.from, twice.subject], ['a@b.c', 'one'])
  assert.equal(summary('From: not an address\nFrom: evil@x.y\n').from, '')
})

test('encoded words', () => {
  assert.equal(subject('=?UTF-8?Q?caf=C3=A9_au_lait?='), 'café au lait')
  assert.equal(subject('=?utf-8?b?44OG44K544OI?='), 'テスト')
  assert.equal(subject('=?iso-2022-jp?B?GyRCJUYlOSVIGyhC?='), 'テスト')
  assert.equal(subject('=?utf-8*de?Q?gr=C3=BC=C3=9Fe?='), 'grüße')
  assert.equal(subject('a =?utf-8?Q?b?= c'), 'a b c')
  assert.equal(subject('=?utf-8?Q?a?= =?utf-8?Q?b?='), 'ab')
  assert.equal(subject('=?utf-8?Q?a?=\r\n =?iso-8859-1?Q?=E4?='), 'aä')
  assert.equal(subject('=?utf-8?B?44OG44K5?= =?utf-8?B?44OI?='), 'テスト')
  assert.equal(subject('=?utf-8?Q?=E3=83?= =?utf-8?Q?=86?='), 'テ', 'a character split between two words')
})

test('a word that cannot be decoded stays as written', () => {
  for (const word of [
    '=?x-nope?Q?a=20b?=',
    '=?utf-7?Q?+ADw-?=',
    '=?utf-8?X?abc?=',
    '=?utf-8?Q?=ZZ?=',
    '=?utf-8?B?a!b?=',
    '=?utf-8?Q?open',
  ]) {
    assert.equal(subject(word), word)
  }
})

test('raw UTF-8, and what is none', () => {
  assert.equal(subject(utf8('Grüße 🎉')), 'Grüße 🎉')
  assert.equal(subject('Gr\xfc\xdfe \x80'), 'Grüße €')
  assert.equal(summary(utf8('From: Jörg <jörg@bücher.example>\n')).fromName, 'Jörg')
})

test('no control character comes out, folded white space is one space', () => {
  assert.equal(subject('a\r\n \t b\n\tc'), 'a b c')
  assert.equal(subject('a\x00b\rc\x1bd\x7fe\tf'), 'abcde f')
  assert.equal(subject('=?utf-8?Q?a=0D=0ABcc:_x=00=C2=85?='), 'aBcc: x')
  assert.equal(summary('From: =?utf-8?Q?a=0D=0A?= <a@b.c>\n').fromName, 'a')
})

test('lengths are bounded, and half a character never remains', () => {
  assert.equal(subject('x'.repeat(5000)).length, 2000)
  assert.equal(subject(`${'x'.repeat(1999)}${utf8('🎉')}`).length, 1999)
  assert.equal(summary(`From: "${'n'.repeat(900)}" <a@b.c>\n`).fromName.length, 500)
  assert.equal(summary(`From: ${'a'.repeat(400)}@b.c\n`).from, '')
  assert.equal(summary(`To: ${'a@b.c, '.repeat(500)}\n`).to.length, 100)
  assert.equal(summary('To: a@b.c\n'.repeat(500)).to.length, 100)
})

test('what stands behind 64 KiB is not looked at', () => {
  assert.equal(summary(`X: ${'x'.repeat(70_000)}\nSubject: late\n`).subject, '')
})

test('any bytes give a summary without controls', () => {
  const line = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    fc.constantFrom(
      'From: ',
      'To: ',
      'Subject: ',
      '=?utf-8?Q?=00=0a?=',
      '=?utf-16?B?AAoADQ==?=',
      '\r\n ',
      '\n',
      '<a@b.c>',
      '"',
    ),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const { from, fromName, to, subject } = summary(lines.join(''))
      for (const text of [from, fromName, subject, ...to]) assert.doesNotMatch(text, /[\x00-\x1f\x7f-\x9f]/)
    }),
    { numRuns: 1500 },
  )
})
