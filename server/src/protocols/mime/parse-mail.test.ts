import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { CHARSET_SAMPLES } from './charset-samples.fixture.ts'
import { DEFAULT_PARSE_LIMITS } from './parse-limits.ts'
import { parseMail } from './parse-mail.ts'
import { readAttachment } from './read-attachment.ts'

const bytes = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const parse = (...lines: string[]) => parseMail(bytes(...lines), DEFAULT_PARSE_LIMITS)
const part = (type: string, body: string, ...more: string[]) => [`Content-Type: ${type}`, ...more, '', body]
const multipart = (type: string, boundary: string, ...parts: string[][]) => [
  `Content-Type: multipart/${type}; boundary="${boundary}"`,
  '',
  ...parts.flatMap((lines) => [`--${boundary}`, ...lines]),
  `--${boundary}--`,
]
const pdf = (disposition = 'attachment; filename="a.pdf"') =>
  part('application/pdf', 'QUJD\r\nREVG', `Content-Disposition: ${disposition}`, 'Content-Transfer-Encoding: base64')
const ALTERNATIVE = multipart('alternative', 'alt', part('text/plain', 'plain'), part('text/html', '<b>rich</b>'))

test('text only', async () => {
  const mail = await parse('Subject: s', '', 'one', 'two', '')
  assert.deepEqual([mail.text, mail.html, mail.attachments, mail.defects], ['one\ntwo', '', [], []])
})

test('HTML only gives readable text', async () => {
  const mail = await parse(...part('text/html', '<p>Hi <a href="https://a.test">you</a></p>'))
  assert.deepEqual([mail.text, mail.html], ['Hi you [https://a.test]', '<p>Hi <a href="https://a.test">you</a></p>'])
  assert.equal(mail.html_text, '')
})

test('alternatives', async () => {
  const mail = await parse(...ALTERNATIVE)
  assert.deepEqual([mail.text, mail.html, mail.html_text, mail.attachments], ['plain', '<b>rich</b>', 'rich', []])
})

test('an empty plain alternative is as good as none', async () => {
  const mail = await parse(...multipart('alternative', 'x', part('text/plain', ' '), part('text/html', '<b>rich</b>')))
  assert.equal(mail.text, 'rich')
})

test('mixed: parts that follow each other are joined, in both forms', async () => {
  const footer = part('text/plain', 'footer & <more>')
  const mail = await parse(...multipart('mixed', 'mix', ALTERNATIVE, pdf(), footer))
  assert.equal(mail.text, 'plain\nfooter & <more>')
  assert.equal(mail.html, '<b>rich</b>\n<pre>footer &amp; &lt;more&gt;</pre>')
  assert.deepEqual(mail.attachments, [
    { index: 0, filename: 'a.pdf', content_type: 'application/pdf', size_bytes: 6, content_id: null, inline: false },
  ])
})

test('related: what the HTML shows is inline', async () => {
  const image = part('image/png', 'QUJD', 'Content-ID: <logo@x>', 'Content-Transfer-Encoding: base64')
  const mail = await parse(...multipart('related', 'rel', part('text/html', '<img src="cid:logo@x">'), image))
  assert.deepEqual(mail.attachments, [
    {
      index: 0,
      filename: 'attachment-1',
      content_type: 'image/png',
      size_bytes: 3,
      content_id: 'logo@x',
      inline: true,
    },
  ])
})

test('a nested message is an attachment, and its text is not the text of the mail', async () => {
  const inner = ['Subject: inner', ...multipart('mixed', 'in', part('text/plain', 'inner text'), pdf())].join('\r\n')
  const mail = await parse(...multipart('mixed', 'out', part('text/plain', 'outer'), part('message/rfc822', inner)))
  assert.equal(mail.text, 'outer')
  assert.deepEqual(
    mail.attachments.map(({ content_type, size_bytes }) => [content_type, size_bytes]),
    [['message/rfc822', inner.length]],
  )
  const digest = await parse(...multipart('digest', 'd', ['', inner]))
  assert.equal(digest.attachments[0]?.content_type, 'message/rfc822')
})

test('attachment only', async () => {
  const mail = await parse('From: a@b.c', ...pdf())
  assert.deepEqual([mail.text, mail.html, mail.attachments.length], ['', '', 1])
})

test('a text with a file name is text where it comes first, else a file', async () => {
  const log = part('text/plain', 'log', 'Content-Disposition: inline; filename=log.txt')
  assert.equal((await parse(...log)).text, 'log')
  const mail = await parse(...multipart('mixed', 'm', part('text/plain', 'see log'), log))
  assert.deepEqual(
    [mail.text, mail.attachments[0]?.filename, mail.attachments[0]?.inline],
    ['see log', 'log.txt', true],
  )
})

test('empty, no header, only a header', async () => {
  for (const [raw, text, defects] of [
    ['', '', []],
    ['\r\n', '', []],
    ['\r\nbody', 'body', []],
    ['no header here\r\nat all', 'no header here\nat all', ['malformed']],
    ['Subject: s', '', []],
    ['Subject: s\r\n\r\n', '', []],
  ] as const) {
    const mail = await parse(raw)
    assert.deepEqual(
      [mail.text, mail.html, mail.attachments, mail.defects],
      [text, '', [], defects],
      JSON.stringify(raw),
    )
  }
})

test('broken boundaries', async () => {
  const type = 'Content-Type: multipart/mixed; boundary=x'
  const unended = await parse(type, '', '--x', '', 'one', '--x', '', 'two')
  assert.deepEqual([unended.text, unended.defects], ['one\ntwo', ['malformed']])
  const never = await parse(type, '', '--y', '', 'text', '--y--')
  assert.deepEqual([never.text, never.defects], ['--y\n\ntext\n--y--', ['malformed']])
  const unnamed = await parse('Content-Type: multipart/mixed', '', 'text')
  assert.deepEqual([unnamed.text, unnamed.defects], ['text', ['malformed']])
  const innerUnended = await parse(
    ...[type, '', '--x', 'Content-Type: multipart/mixed; boundary=xx', '', '--xx', '', 'in', '--x', '', 'out', '--x--'],
  )
  assert.deepEqual([innerUnended.text, innerUnended.defects], ['in\nout', ['malformed']])
  const prefixed = await parse(type, '', 'preamble', '--x  ', '', '--xy is text', '--x-- ', 'epilogue')
  assert.deepEqual([prefixed.text, prefixed.defects], ['--xy is text', []])
  const noEmptyLine = await parse(type, '', '--x', 'text without a header', '--x--')
  assert.deepEqual([noEmptyLine.text, noEmptyLine.defects], ['text without a header', ['malformed']])
  const bareLf = await parseMail(Buffer.from(`${type}\n\n--x\n\none\n--x--\n`), DEFAULT_PARSE_LIMITS)
  assert.deepEqual([bareLf.text, bareLf.defects], ['one', []])
})

test('base64 and quoted-printable, clean and not', async () => {
  const decoded = async (encoding: string, body: string) =>
    (await parse('Content-Type: text/plain; charset=utf-8', `Content-Transfer-Encoding: ${encoding}`, '', body)).text
  assert.equal(await decoded('BASE64', 'R3LDvMOf\r\nZQ=='), 'Grüße')
  assert.equal(await decoded('base64', 'SGVs!!bG8#\r\n gd29ybGQ='), 'Hello world')
  assert.equal(await decoded('base64', 'SGk=\r\nSGk='), 'HiHi', 'padded on every line')
  assert.equal(await decoded('base64', '!!!!'), '')
  assert.equal(await decoded('(c) quoted-printable', 'Gr=C3=BC=C3=9Fe=20=\r\n!  \r\nx'), 'Grüße !\nx')
  assert.equal(await decoded('quoted-printable', 'a=ZZb=4 =\t\r\nc='), 'a=ZZb=4 c')
  assert.equal(await decoded('x-unknown', 'a=41'), 'a=41')
})

for (const [label, text, hex] of CHARSET_SAMPLES) {
  test(`${label} as a body`, async () => {
    const body = Buffer.from(hex, 'hex').toString('base64')
    const mail = await parse(
      `Content-Type: text/plain; charset="${label}"`,
      'Content-Transfer-Encoding: base64',
      '',
      body,
    )
    assert.deepEqual([mail.text, mail.defects], [text, []])
  })
}

test('charsets that lie', async () => {
  const text = async (charset: string, body: Buffer) => {
    const raw = Buffer.concat([bytes(`Content-Type: text/html; charset=${charset}`, '', ''), body])
    const { html, defects } = await parseMail(raw, DEFAULT_PARSE_LIMITS)
    return [html, defects.join()]
  }
  assert.deepEqual(await text('utf-7', Buffer.from('+ADw-script+AD4-')), ['+ADw-script+AD4-', 'charset'])
  assert.deepEqual(await text('us-ascii', Buffer.from('Grüße')), ['Grüße', 'charset'])
  assert.deepEqual(await text('x-unknown', Buffer.from('Gr\xfc\xdfe', 'latin1')), ['Grüße', 'charset'])
  assert.deepEqual(await text('', Buffer.from('Grüße')), ['Grüße', ''])
})

test('format=flowed', async () => {
  const flowed = (parameters: string, ...lines: string[]) =>
    parse(`Content-Type: text/plain; format=flowed${parameters}`, '', ...lines)
  const mail = await flowed('', 'one ', 'two', '> quoted ', '> more', '>> deeper ', ' > stuffed', '-- ', 'me')
  assert.equal(mail.text, 'one two\n> quoted more\n>> deeper \n> stuffed\n-- \nme')
  assert.equal((await flowed('; delsp=yes', 'Donaudampf ', 'schiff')).text, 'Donaudampfschiff')
})

test('headers: as written, in order, repeated, unfolded and decoded', async () => {
  const mail = await parse(
    'X-One: a',
    'x-one:  b',
    'Subject: =?utf-8?Q?caf=C3=A9?=',
    ' folded',
    'Cc: A <a@B.c>, b@c.d',
    'CC: e@f.g',
    'Reply-To: "R" <r@x.y>',
    'Message-ID: <id@x>',
    'In-Reply-To: <other@x>',
    '',
    'body',
  )
  assert.deepEqual(mail.headers.slice(0, 3), [
    { name: 'X-One', value: 'a' },
    { name: 'x-one', value: 'b' },
    { name: 'Subject', value: 'café folded' },
  ])
  assert.deepEqual([mail.cc, mail.reply_to], [['a@b.c', 'b@c.d', 'e@f.g'], ['r@x.y']])
  assert.deepEqual([mail.message_id_header, mail.in_reply_to], ['<id@x>', '<other@x>'])
})

test('header injection', async () => {
  const mail = await parse(
    'Subject: a\rBcc: evil@x.y',
    'X: =?utf-8?Q?a=0D=0AY:_b?=',
    'Cc: =?utf-8?Q?x=40y.z=2C?= <a@b.c>',
    '',
    '',
  )
  assert.deepEqual(
    mail.headers.map(({ value }) => value),
    ['aBcc: evil@x.y', 'aY: b', 'x@y.z, <a@b.c>'],
  )
  assert.deepEqual(mail.cc, ['a@b.c'])
})

test('a repeated Content-Type counts once, the first time', async () => {
  const mail = await parse('Content-Type: text/plain', 'Content-Type: text/html', '', '<b>')
  assert.deepEqual([mail.text, mail.html], ['<b>', ''])
})

test('text holds neither CR nor NUL', async () => {
  assert.equal((await parse('', 'a\rb\0c')).text, 'a\nbc')
})

test('an attachment can be read by its index, with the size that was told', async () => {
  const raw = bytes(
    ...multipart(
      'mixed',
      'm',
      part('text/plain', 'hi'),
      pdf(),
      part('image/png', 'a=\r\nb=41', 'Content-Transfer-Encoding: quoted-printable'),
    ),
  )
  const { attachments } = await parseMail(raw, DEFAULT_PARSE_LIMITS)
  const contents = attachments.map(({ index }) => readAttachment(raw, index, DEFAULT_PARSE_LIMITS)?.content.toString())
  assert.deepEqual(contents, ['ABCDEF', 'abA'])
  assert.deepEqual(
    attachments.map(({ size_bytes }) => size_bytes),
    [6, 3],
  )
  assert.equal(readAttachment(raw, 2, DEFAULT_PARSE_LIMITS), undefined)
})

test('ordinary mail reads as another parser reads it', async () => {
  const mails = [
    ['Subject: s', ...ALTERNATIVE],
    ['Subject: s', ...multipart('mixed', 'm', ALTERNATIVE, pdf("attachment; filename*=utf-8''%C3%BC.pdf"))],
    [
      'Subject: s',
      ...part('text/plain; charset=iso-8859-1', 'Gr=FC=DFe', 'Content-Transfer-Encoding: quoted-printable'),
    ],
  ]
  for (const lines of mails) {
    const [ours, theirs] = [await parse(...lines), await PostalMime.parse(bytes(...lines))]
    assert.equal(ours.text, theirs.text?.trimEnd() ?? '')
    assert.equal(ours.html, theirs.html?.trimEnd() ?? '')
    assert.deepEqual(
      ours.attachments.map(({ filename, size_bytes }) => [filename, size_bytes]),
      theirs.attachments.map(({ filename, content }) => [filename, (content as ArrayBuffer).byteLength]),
    )
  }
})
