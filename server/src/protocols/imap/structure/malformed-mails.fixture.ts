import { crlf, head, type SampleMail } from './sample-mail.fixture.ts'

const mixed = (id: string, outline: string, rest: string): SampleMail => ({
  id,
  outline,
  raw: crlf`
${head(id)}
Content-Type: multipart/mixed; boundary=x

${rest}`,
})

const typed = (id: string, outline: string, field: string): SampleMail => ({
  id,
  outline,
  raw: crlf`
Subject: ${id}
${field}

--x
Content-Type: text/html

body
--x--
`,
})

/** The outside of the message is broken. */
const OUTSIDE: readonly SampleMail[] = [
  { id: 'nothing', outline: 'text/plain', raw: '' },
  { id: 'one-byte', outline: 'text/plain', raw: '\n' },
  { id: 'one-cr', outline: 'text/plain', raw: '\r' },
  { id: 'one-hyphen', outline: 'text/plain', raw: '-' },
  { id: 'only-an-empty-line', outline: 'text/plain', raw: '\r\n' },
  { id: 'only-empty-lines', outline: 'text/plain', raw: '\r\n\n\r\n' },
  { id: 'only-nul', outline: 'text/plain', raw: '\0\0\0' },
  { id: 'header-only', outline: 'text/html', raw: 'Subject: x\r\nContent-Type: text/html\r\n' },
  { id: 'header-cut', outline: 'text/html', raw: 'Subject: x\r\nContent-Type: text/html' },
  { id: 'header-cut-in-fold', outline: 'text/html', raw: 'Content-Type: text/html;\r\n ' },
  { id: 'header-cut-in-line-end', outline: 'text/html', raw: 'Content-Type: text/html\r' },
  { id: 'body-only', outline: 'text/plain', raw: 'Just a line.\r\nAnd another.\r\n\r\nAnd one more.\r\n' },
  { id: 'body-after-empty-line', outline: 'text/plain', raw: '\r\nSubject: not a header\r\n\r\nbody\r\n' },
  {
    id: 'mbox-line',
    outline: 'text/html',
    raw: 'From nora@reef.test Tue Nov  3 09:30:00 2026\r\nContent-Type: text/html\r\n\r\nx',
  },
  {
    id: 'junk-in-header',
    outline: 'text/html',
    raw: 'this is no field\r\nContent-Type: text/html\r\n: nor this\r\n\r\nx',
  },
  { id: 'folded-first-line', outline: 'text/html', raw: ' folded under nothing\r\nContent-Type: text/html\r\n\r\nx' },
  {
    id: 'blank-line-with-blanks',
    outline: 'text/plain',
    raw: 'Subject: x\r\n \t\r\nContent-Type: text/plain\r\n\r\nx',
  },
  { id: 'bare-cr', outline: 'text/plain', raw: 'Subject: a\rTo: b@c.test\r\rbody\rof carriage returns' },
  { id: 'cr-before-crlf', outline: 'text/html', raw: 'Subject: a\r\r\nContent-Type: text/html\r\r\n\r\nbody\r\r\n' },
  {
    id: 'mixed-line-ends',
    outline: 'mixed(text/plain text/html)',
    raw: 'Subject: a\nContent-Type: multipart/mixed; boundary=x\r\n\n--x\r\n\none\r\n--x\nContent-Type: text/html\r\n\r\ntwo\n--x--\r\n',
  },
  {
    id: 'nul-in-header',
    outline: 'text/plain',
    raw: 'Subject: a\0b\r\nFrom: "n\0" <a@b.test>\r\nContent-Type: text/plain; name="\0"\r\n\r\na\0b',
  },
  {
    id: 'eight-bit-header',
    outline: 'text/plain',
    raw: 'Subject: gr\xfc\xdfe\r\nFrom: J\xf6rg <j\xf6rg@b.test>\r\nContent-Type: text/plain; name=gr\xfcn.txt\r\n\r\nx',
  },
  { id: 'eight-bit-field-name', outline: 'text/plain', raw: 'Subj\xe9ct: x\r\nTo: a@b.test\r\n\r\nx' },
  { id: 'space-before-colon', outline: 'text/html', raw: 'Subject : x\r\nContent-Type\t: text/html\r\n\r\nx' },
  { id: 'no-space-after-colon', outline: 'text/html', raw: 'Subject:x\r\nContent-Type:text/html\r\n\r\nx' },
  {
    id: 'duplicated-fields',
    outline: 'text/html',
    raw: 'Subject: first\r\nSubject: second\r\nContent-Type: text/html\r\nContent-Type: image/png\r\nTo: a@b.test\r\nTo: c@d.test\r\nFrom: a@b.test\r\nFrom: c@d.test\r\n\r\nx',
  },
  {
    id: 'huge-field',
    outline: 'text/html',
    raw: `Content-Type: text/html\r\nX-Huge: ${'y'.repeat(200_000)}\r\n\r\nx`,
  },
  {
    id: 'type-past-the-limit',
    outline: 'text/plain',
    raw: `X-Huge: ${'y'.repeat(200_000)}\r\nContent-Type: text/html\r\n\r\nx`,
  },
]

/** Content-Type is broken. */
const TYPES: readonly SampleMail[] = [
  typed('empty-type', 'text/plain', 'Content-Type:'),
  typed('missing-subtype', 'text/plain', 'Content-Type: text'),
  typed('missing-subtype-after-slash', 'text/plain', 'Content-Type: image/'),
  typed('missing-type', 'text/plain', 'Content-Type: /html'),
  typed('only-parameters', 'text/plain', 'Content-Type: ; charset=utf-8'),
  typed('junk-type', 'text/plain', 'Content-Type: <<<>>>'),
  typed('eight-bit-type', 'text/plain', 'Content-Type: t\xebxt/html'),
  typed('quoted-type', 'text/plain', 'Content-Type: "text/html"'),
  typed('no-semicolon', 'text/html', 'Content-Type: text/html charset=utf-8'),
  typed('two-slashes', 'application/x', 'Content-Type: application/x/y'),
  typed('trailing-semicolons', 'text/html', 'Content-Type: text/html;;; ;'),
  typed('open-quote', 'text/html', 'Content-Type: text/html; name="never closed; charset=utf-8'),
  typed('open-comment', 'text/html', 'Content-Type: text/html; (never closed; charset=utf-8'),
  typed('bare-parameter', 'text/html', 'Content-Type: text/html; flag; =value; x='),
  typed('repeated-parameter', 'mixed(text/html)', 'Content-Type: multipart/mixed; boundary=x; boundary=y'),
  typed('missing-section', 'text/html', 'Content-Type: text/html; name*0=a; name*2=c'),
  typed('section-and-plain', 'text/html', 'Content-Type: text/html; name=a; name*0=b; name*1=c'),
  typed('mixed-sections', 'text/html', 'Content-Type: text/html; name*0="a\'b %"; name*1*=%C3%BC'),
  typed('multipart-without-boundary', 'text/plain', 'Content-Type: multipart/mixed'),
  typed('multipart-empty-boundary', 'text/plain', 'Content-Type: multipart/mixed; boundary=""'),
  typed('multipart-long-boundary', 'text/plain', `Content-Type: multipart/mixed; boundary=${'b'.repeat(600)}`),
  typed('multipart-wrong-boundary', 'text/plain', 'Content-Type: multipart/mixed; boundary=y'),
  typed('multipart-without-subtype', 'text/plain', 'Content-Type: multipart; boundary=x'),
  typed(
    'multipart-in-base64',
    'mixed(text/html)',
    'Content-Type: multipart/mixed; boundary=x\nContent-Transfer-Encoding: base64',
  ),
  typed('boundary-with-blank-at-end', 'mixed(text/html)', 'Content-Type: multipart/mixed; boundary="x "'),
  typed('boundary-encoded', 'mixed(text/html)', "Content-Type: multipart/mixed; boundary*=us-ascii'en'%78"),
  typed('boundary-in-sections', 'mixed(text/html)', 'Content-Type: multipart/mixed; boundary*0=""; boundary*1=x'),
  typed(
    'message-in-base64',
    'application/octet-stream',
    'Content-Type: message/rfc822\nContent-Transfer-Encoding: base64',
  ),
  typed(
    'message-in-quoted-printable',
    'application/octet-stream',
    'Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable',
  ),
  typed(
    'message-in-unknown',
    'application/octet-stream',
    'Content-Type: message/rfc822\nContent-Transfer-Encoding: rot13',
  ),
  typed('message-after-junk', 'rfc822{text/html}', 'Content-Type: message/rfc822'),
  typed('broken-encoding', 'text/html', 'Content-Type: text/html\nContent-Transfer-Encoding: ?'),
  typed('commented-encoding', 'text/html', 'Content-Type: text/html\nContent-Transfer-Encoding: (really) Base64 (yes)'),
  typed('broken-disposition', 'text/html', 'Content-Type: text/html\nContent-Disposition: ; filename=a.txt'),
  typed(
    'empty-content-fields',
    'text/html',
    'Content-Type: text/html\nContent-Disposition:\nContent-ID:\nContent-Language: ,,\nContent-Location:\nContent-MD5:\nContent-Description:',
  ),
]

/** Delimiters are missing or in the wrong place. */
const DELIMITERS: readonly SampleMail[] = [
  mixed('missing-end', 'mixed(text/plain text/html)', '--x\n\none\n--x\nContent-Type: text/html\n\ntwo\n'),
  mixed('missing-end-and-line-end', 'mixed(text/plain text/html)', '--x\n\none\n--x\nContent-Type: text/html\n\ntwo'),
  mixed('cut-in-part-header', 'mixed(text/plain text/html)', '--x\n\none\n--x\nContent-Type: text/html'),
  mixed('cut-after-delimiter', 'mixed(text/plain text/plain)', '--x\n\none\n--x\n'),
  mixed('cut-in-delimiter', 'mixed(text/plain text/plain)', '--x\n\none\n--x'),
  mixed('end-without-line-end', 'mixed(text/plain)', '--x\n\none\n--x--'),
  mixed('only-the-end', 'mixed(text/plain)', '--x--\n'),
  mixed('end-twice', 'mixed(text/plain)', '--x\n\none\n--x--\n--x--\n--x\n\nnot a part\n'),
  mixed('empty-multipart', 'mixed(text/plain)', ''),
  mixed('only-preamble', 'text/plain', 'no delimiter in here\n'),
  mixed('delimiters-only', 'mixed(text/plain text/plain text/plain)', '--x\n--x\n--x\n--x--\n'),
  mixed(
    'header-without-empty-line',
    'mixed(text/html text/plain)',
    '--x\nContent-Type: text/html\n--x\n\ntwo\n--x--\n',
  ),
  mixed('part-without-empty-line', 'mixed(text/plain)', '--x\nno header here\nat all\n--x--\n'),
  mixed('no-line-before-end', 'mixed(text/plain)', '--x\n\n--x--\n'),
  mixed('indented-delimiter', 'mixed(text/plain)', '--x\n\none\n --x\n\ntwo\n--x--\n'),
  mixed('delimiter-with-junk', 'mixed(text/plain)', '--x\n\none\n--x junk\n\ntwo\n--x--\n'),
  mixed('delimiter-inside-line', 'mixed(text/plain)', '--x\n\none --x two\n--x--\n'),
  mixed(
    'outer-inside-inner',
    'mixed(alternative(text/plain text/html) text/plain)',
    '--x\nContent-Type: multipart/alternative; boundary=y\n\n--y\n\none\n--y\nContent-Type: text/html\n\ntwo\n--x\n\nthree\n--x--\n',
  ),
  mixed(
    'outer-ends-inside-inner',
    'mixed(alternative(text/plain))',
    '--x\nContent-Type: multipart/alternative; boundary=y\n\n--y\n\none\n--x--\n--y\n\nnot a part\n--y--\n',
  ),
  mixed(
    'outer-in-inner-header',
    'mixed(alternative(text/html) text/plain)',
    '--x\nContent-Type: multipart/alternative; boundary=y\n\n--y\nContent-Type: text/html\n--x\n\nthree\n--x--\n',
  ),
  mixed(
    'inner-without-parts',
    'mixed(text/plain text/html)',
    '--x\nContent-Type: multipart/alternative; boundary=y\n\nnothing\n--x\nContent-Type: text/html\n\ntwo\n--x--\n',
  ),
  mixed(
    'inner-empty',
    'mixed(alternative(text/plain) text/html)',
    '--x\nContent-Type: multipart/alternative; boundary=y\n\n--x\nContent-Type: text/html\n\ntwo\n--x--\n',
  ),
  mixed(
    'same-boundary-inside',
    'mixed(alternative(text/plain text/html))',
    '--x\nContent-Type: multipart/alternative; boundary=x\n\n--x\n\none\n--x\nContent-Type: text/html\n\ntwo\n--x--\n--x--\n',
  ),
  mixed(
    'inner-after-its-end',
    'mixed(alternative(text/plain) text/html)',
    '--x\nContent-Type: multipart/alternative; boundary=y\n\n--y\n\none\n--y--\n--y\n\nepilogue\n--x\nContent-Type: text/html\n\ntwo\n--x--\n',
  ),
  mixed(
    'message-cut-by-outer',
    'mixed(rfc822{text/plain} text/html)',
    '--x\nContent-Type: message/rfc822\n\nSubject: cut\n--x\nContent-Type: text/html\n\ntwo\n--x--\n',
  ),
  mixed(
    'message-missing',
    'mixed(rfc822{text/plain} text/html)',
    '--x\nContent-Type: message/rfc822\n--x\nContent-Type: text/html\n\ntwo\n--x--\n',
  ),
  mixed(
    'message-open-multipart',
    'mixed(rfc822{mixed(text/plain)} text/html)',
    '--x\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=y\n\n--y\n\nopen\n--x\nContent-Type: text/html\n\ntwo\n--x--\n',
  ),
  mixed(
    'message-with-outer-boundary',
    'mixed(rfc822{mixed(text/plain)})',
    '--x\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nwhose?\n--x--\n',
  ),
  mixed(
    'digest-of-text',
    'mixed(digest(rfc822{text/plain}))',
    '--x\nContent-Type: multipart/digest; boundary=y\n\n--y\nno message here\n--y--\n--x--\n',
  ),
  mixed('nul-everywhere', 'mixed(text/plain)', '\0--x\n--x\0\n--x\n\n\0\n--x--\0\n'),
]

/** Mails with faults. */
export const MALFORMED_MAILS: readonly SampleMail[] = [...OUTSIDE, ...TYPES, ...DELIMITERS]
