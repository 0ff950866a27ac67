import { crlf, head, type SampleMail, utf8 } from './sample-mail.fixture.ts'

const text = (id: string, field: string, body: string): SampleMail => ({
  id,
  outline: 'text/plain',
  raw: crlf`
${head(id)}
${field}

${body}
`,
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9Q\nDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Mails of one part, in every encoding. */
const SINGLE: readonly SampleMail[] = [
  {
    id: 'no-mime',
    outline: 'text/plain',
    raw: crlf`
From: a@reef.test
To: b@inbox.test
Subject: as in 1982

No MIME here, and none is needed.
`,
  },
  text('one-line', 'Content-Type: text/plain', 'Hello, otter.'),
  text('paragraphs', 'Content-Type: text/plain; charset=us-ascii', 'First.\n\nSecond.\n\n\nThird, after a pause.'),
  text('seven-bit', 'Content-Transfer-Encoding: 7bit', 'Seven bits are enough.'),
  text(
    'eight-bit',
    'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit',
    utf8('Grüße vom Riff, søte venn'),
  ),
  text(
    'binary',
    'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: binary',
    `${'long '.repeat(300)}line`,
  ),
  text(
    'quoted-printable',
    'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable',
    'Gr=C3=BC=C3=9Fe, and a soft=\n break=20',
  ),
  text(
    'base64-text',
    'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64',
    'R3LDvMOfZSB2b20gUmlmZi4K',
  ),
  text('uuencoded', 'Content-Transfer-Encoding: x-uuencode', 'begin 644 a.txt\n#0V%T\n`\nend'),
  text(
    'latin-1',
    'Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable',
    'Gr=FC=DFe',
  ),
  text(
    'windows-1252',
    'Content-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: 8bit',
    'It costs 5 \x80, \x93really\x94.',
  ),
  text(
    'iso-2022-jp',
    'Content-Type: text/plain; charset=ISO-2022-JP\nContent-Transfer-Encoding: 7bit',
    '\x1b$B%F%9%H\x1b(B desu',
  ),
  text('gb18030', 'Content-Type: text/plain; charset=gb18030\nContent-Transfer-Encoding: base64', 'xOO6w6Osy67ho6E='),
  text('utf-16', 'Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64', '//5IAGkA'),
  text(
    'koi8-r',
    'Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: 8bit',
    '\xf0\xd2\xc9\xd7\xc5\xd4',
  ),
  text('flowed', 'Content-Type: text/plain; format=flowed; delsp=yes; charset=utf-8', 'One \nlong \nparagraph.'),
  text('upper-case', 'CONTENT-TYPE: TEXT/PLAIN; CHARSET=UTF-8\nCONTENT-TRANSFER-ENCODING: 7BIT', 'LOUD'),
  text('folded-type', 'Content-Type: text/plain;\n\tcharset="utf-8";\n format=fixed', 'Folded.'),
  text('blank-around-slash', 'Content-Type: text/plain ; charset = utf-8', 'Roomy.'),
  text('commented-type', 'Content-Type: text/plain (just text; really); charset=us-ascii (plain)', 'With remarks.'),
  text('quoted-pair', 'Content-Type: text/plain; note="say \\"hi\\" \\\\ bye"', 'Quoted.'),
  text('blank-line-only', 'Content-Type: text/plain', ''),
  {
    id: 'empty-body',
    outline: 'text/plain',
    raw: crlf`
${head('nothing inside')}
Content-Type: text/plain

`,
  },
  {
    id: 'html-only',
    outline: 'text/html',
    raw: crlf`
${head('html')}
Content-Type: text/html; charset=utf-8

<p>Hello <b>otter</b></p>
`,
  },
  {
    id: 'calendar-only',
    outline: 'text/calendar',
    raw: crlf`
${head('an invitation')}
Content-Type: text/calendar; method=REQUEST; charset=utf-8
Content-Transfer-Encoding: 8bit

BEGIN:VCALENDAR
END:VCALENDAR
`,
  },
  {
    id: 'pdf-only',
    outline: 'application/pdf',
    raw: crlf`
${head('the contract')}
Content-Type: application/pdf; name=contract.pdf
Content-Disposition: attachment; filename=contract.pdf
Content-Transfer-Encoding: base64

JVBERi0xLjQKJSVFT0YK
`,
  },
  {
    id: 'image-only',
    outline: 'image/png',
    raw: crlf`
${head('a dot')}
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-Disposition: inline

${PNG}
`,
  },
  {
    id: 'smime-enveloped',
    outline: 'application/pkcs7-mime',
    raw: crlf`
${head('sealed')}
Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename=smime.p7m
Content-Description: S/MIME Encrypted Message

MIAGCSqGSIb3DQEHA6CAMIACAQA=
`,
  },
  {
    id: 'all-content-fields',
    outline: 'text/html',
    raw: crlf`
${head('all fields')}
Content-Type: text/html; charset=utf-8
Content-ID: <page.1@reef.test>
Content-Description: =?utf-8?Q?die_Seite_=C3=BCber_Otter?=
Content-MD5: Q2hlY2sgbWUgcGxlYXNlIQ==
Content-Disposition: inline; filename=page.html
Content-Language: de, en-GB (mostly), fr
Content-Location: https://reef.test/otters/
Content-Transfer-Encoding: 8bit

<title>Otter</title>
`,
  },
]

const attachment = (id: string, disposition: string): SampleMail => ({
  id,
  outline: 'mixed(text/plain application/octet-stream)',
  raw: crlf`
${head(id)}
Content-Type: multipart/mixed; boundary="edge of ${id}"

--edge of ${id}
Content-Type: text/plain; charset=utf-8

See the file.
--edge of ${id}
Content-Type: application/octet-stream
Content-Transfer-Encoding: base64
${disposition}

AAECAwQFBgcICQ==
--edge of ${id}--
`,
})

/** File names in all their forms. */
const ATTACHMENTS: readonly SampleMail[] = [
  attachment('plain-name', 'Content-Disposition: attachment; filename=data.bin'),
  attachment('quoted-name', 'Content-Disposition: attachment; filename="the data; all of it.bin"'),
  attachment(
    'dated',
    'Content-Disposition: attachment; filename=a.bin;\n size=10; creation-date="Mon, 02 Nov 2026 10:00:00 GMT"',
  ),
  attachment('rfc2231', "Content-Disposition: attachment; filename*=UTF-8''gr%C3%BCn.bin"),
  attachment('rfc2231-language', "Content-Disposition: attachment; filename*=iso-8859-1'de'gr%FCn.bin"),
  attachment(
    'rfc2231-continued',
    'Content-Disposition: attachment;\n filename*0="a name that was ";\n filename*1="cut in two.bin"',
  ),
  attachment(
    'rfc2231-continued-encoded',
    "Content-Disposition: attachment;\n filename*0*=UTF-8''gr%C3%BC;\n filename*1*=n%20und%20blau;\n filename*2*=.bin",
  ),
  attachment('rfc2231-out-of-order', 'Content-Disposition: attachment; filename*1=second.bin; filename*0=first-'),
  attachment('encoded-word-name', 'Content-Disposition: attachment; filename="=?utf-8?B?Z3LDvG4uYmlu?="'),
  attachment('name-with-parentheses', 'Content-Disposition: attachment; filename=Invoice(1).pdf'),
  attachment('upper-case-disposition', 'Content-Disposition: ATTACHMENT; FILENAME=A.BIN'),
  attachment('unknown-disposition', 'Content-Disposition: signal; handling=optional'),
  attachment('description-and-id', 'Content-ID: <part.2@reef.test>\nContent-Description: ten bytes'),
]

/** Multiparts as mail programs make them. */
const MULTIPART: readonly SampleMail[] = [
  {
    id: 'alternative',
    outline: 'alternative(text/plain text/html)',
    raw: crlf`
${head('two ways')}
Content-Type: multipart/alternative; boundary=alt

--alt
Content-Type: text/plain; charset=utf-8

Hello
--alt
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p style=3D"margin:0">Hello</p>
--alt--
`,
  },
  {
    id: 'three-alternatives',
    outline: 'alternative(text/plain text/x-amp-html text/html)',
    raw: crlf`
${head('three ways')}
Content-Type: multipart/alternative; boundary="00000000000012ab"

--00000000000012ab
Content-Type: text/plain

plain
--00000000000012ab
Content-Type: text/x-amp-html

<html amp4email></html>
--00000000000012ab
Content-Type: text/html

<html></html>
--00000000000012ab--
`,
  },
  {
    id: 'related',
    outline: 'related(text/html image/png)',
    raw: crlf`
${head('with a picture')}
Content-Type: multipart/related; boundary=rel; type="text/html"; start="<root@reef.test>"

--rel
Content-Type: text/html
Content-ID: <root@reef.test>

<img src="cid:dot@reef.test">
--rel
Content-Type: image/png
Content-ID: <dot@reef.test>
Content-Disposition: inline; filename=dot.png
Content-Transfer-Encoding: base64

${PNG}
--rel--
`,
  },
  {
    id: 'preamble-and-epilogue',
    outline: 'mixed(text/plain text/plain)',
    raw: crlf`
${head('around')}
Content-Type: multipart/mixed; boundary=frame

This is for programs that know no MIME.

--frame

One.

--frame
Content-Type: text/plain

Two.

--frame--

Nobody reads this.
`,
  },
  {
    id: 'part-without-header',
    outline: 'mixed(text/plain text/html)',
    raw: crlf`
${head('no part header')}
Content-Type: multipart/mixed; boundary=q

--q

Only text.
--q
Content-Type: text/html

<i>And this.</i>
--q--
`,
  },
  {
    id: 'empty-parts',
    outline: 'mixed(text/plain application/pdf text/html)',
    raw: crlf`
${head('nothing in them')}
Content-Type: multipart/mixed; boundary=q

--q
Content-Type: text/plain


--q
Content-Type: application/pdf


--q
Content-Type: text/html


--q--
`,
  },
  {
    id: 'odd-boundary',
    outline: 'mixed(text/plain text/plain)',
    raw: crlf`
${head('odd boundary')}
Content-Type: multipart/mixed; boundary="=_'()+_,-./:=?"

--=_'()+_,-./:=?

one
--=_'()+_,-./:=?

two
--=_'()+_,-./:=?--
`,
  },
  {
    id: 'boundary-of-70',
    outline: 'mixed(text/plain)',
    raw: crlf`
${head('long boundary')}
Content-Type: multipart/mixed; boundary=${'b'.repeat(70)}

--${'b'.repeat(70)}

text
--${'b'.repeat(70)}--
`,
  },
  {
    id: 'folded-boundary',
    outline: 'mixed(text/plain)',
    raw: crlf`
${head('folded')}
Content-Type: multipart/mixed;
 boundary="two
 words"

--two words

text
--two words--
`,
  },
  {
    id: 'padded-delimiters',
    outline: 'mixed(text/plain text/plain)',
    raw: crlf`
${head('padding')}
Content-Type: multipart/mixed; boundary=pad

--pad  ${''}

one
--pad\t
X: y

two
--pad-- \t
`,
  },
  {
    id: 'hyphen-lines',
    outline: 'mixed(text/plain text/plain)',
    raw: crlf`
${head('hyphens')}
Content-Type: multipart/mixed; boundary=line

--line

--
Nora
---line
-- line
--liner
--lin
--line

-----
--line--
`,
  },
  {
    id: 'voice-and-video',
    outline: 'mixed(audio/mpeg video/mp4 model/gltf+json font/woff2)',
    raw: crlf`
${head('media')}
Content-Type: multipart/mixed; boundary=m

--m
Content-Type: audio/mpeg
Content-Transfer-Encoding: base64

SUQz
--m
Content-Type: video/mp4
Content-Transfer-Encoding: base64

AAAA
--m
Content-Type: model/gltf+json

{}
--m
Content-Type: font/woff2
Content-Transfer-Encoding: base64

d09GMg==
--m--
`,
  },
  {
    id: 'form-data',
    outline: 'form-data(text/plain text/csv)',
    raw: crlf`
${head('a form')}
Content-Type: multipart/form-data; boundary=----form

------form
Content-Disposition: form-data; name="field"

value
------form
Content-Disposition: form-data; name="file"; filename="a.csv"
Content-Type: text/csv

a,b
1,2

------form--
`,
  },
  {
    id: 'unknown-multipart',
    outline: 'x-parallel-ish(text/plain text/plain)',
    raw: crlf`
${head('unknown')}
Content-Type: multipart/x-parallel-ish; boundary=u

--u

a
--u

b
--u--
`,
  },
  {
    id: 'pgp-signed',
    outline: 'signed(text/plain application/pgp-signature)',
    raw: crlf`
${head('signed')}
Content-Type: multipart/signed; micalg=pgp-sha256; protocol="application/pgp-signature"; boundary=sig

--sig
Content-Type: text/plain; charset=utf-8

I mean it.

--sig
Content-Type: application/pgp-signature; name=signature.asc

-----BEGIN PGP SIGNATURE-----

iQ==
-----END PGP SIGNATURE-----

--sig--
`,
  },
  {
    id: 'pgp-encrypted',
    outline: 'encrypted(application/pgp-encrypted application/octet-stream)',
    raw: crlf`
${head('secret')}
Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=enc

--enc
Content-Type: application/pgp-encrypted

Version: 1

--enc
Content-Type: application/octet-stream; name=encrypted.asc

-----BEGIN PGP MESSAGE-----

hQ==
-----END PGP MESSAGE-----
--enc--
`,
  },
  {
    id: 'smime-signed',
    outline: 'signed(text/plain application/pkcs7-signature)',
    raw: crlf`
${head('smime')}
Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary="----B"

This is an S/MIME signed message

------B
Content-Type: text/plain

signed text
------B
Content-Type: application/pkcs7-signature; name="smime.p7s"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="smime.p7s"

MIIB
------B--

`,
  },
  {
    id: 'partial',
    outline: 'message/partial',
    raw: crlf`
${head('one of two')}
Content-Type: message/partial; number=1; total=2; id="reef-1@reef.test"

Subject: the whole

The first half
`,
  },
  {
    id: 'external-body',
    outline: 'mixed(text/plain message/external-body)',
    raw: crlf`
${head('elsewhere')}
Content-Type: multipart/mixed; boundary=x

--x

It is over there.
--x
Content-Type: message/external-body; access-type=URL; URL="https://reef.test/file"

Content-Type: image/png
Content-ID: <far@reef.test>

--x--
`,
  },
  {
    id: 'http-response',
    outline: 'message/http',
    raw: crlf`
${head('http')}
Content-Type: message/http; msgtype=response

HTTP/1.1 204 No Content
`,
  },
  {
    id: 'many-parts',
    outline: `mixed(${Array(40).fill('text/plain').join(' ')})`,
    raw: crlf`
${head('many')}
Content-Type: multipart/mixed; boundary=n

${Array.from({ length: 40 }, (_, number) => `--n\n\npart ${number + 1}\n`).join('')}--n--
`,
  },
]

/** Mails without a fault. */
export const ORDINARY_MAILS: readonly SampleMail[] = [...SINGLE, ...ATTACHMENTS, ...MULTIPART]
