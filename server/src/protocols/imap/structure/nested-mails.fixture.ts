import { ORDINARY_MAILS } from './ordinary-mails.fixture.ts'
import { crlf, head, type SampleMail, utf8 } from './sample-mail.fixture.ts'

/** Multiparts in multiparts. */
const MULTIPARTS: readonly SampleMail[] = [
  {
    id: 'mixed-alternative',
    outline: 'mixed(alternative(text/plain text/html) application/pdf)',
    raw: crlf`
${head('the usual')}
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain

plain
--inner
Content-Type: text/html

<p>rich</p>
--inner--

--outer
Content-Type: application/pdf; name=a.pdf
Content-Disposition: attachment; filename=a.pdf
Content-Transfer-Encoding: base64

JVBERi0=
--outer--
`,
  },
  {
    id: 'apple',
    outline: 'alternative(text/plain mixed(text/html application/pdf text/html))',
    raw: crlf`
${head('as Apple does it')}
Content-Type: multipart/alternative; boundary="Apple-Mail=_1"


--Apple-Mail=_1
Content-Transfer-Encoding: 7bit
Content-Type: text/plain;
	charset=us-ascii

before, after
--Apple-Mail=_1
Content-Type: multipart/mixed;
	boundary="Apple-Mail=_2"


--Apple-Mail=_2
Content-Type: text/html

before
--Apple-Mail=_2
Content-Disposition: inline;
	filename=a.pdf
Content-Type: application/pdf;
	x-unix-mode=0644;
	name="a.pdf"
Content-Transfer-Encoding: base64

JVBERi0=

--Apple-Mail=_2
Content-Type: text/html

after
--Apple-Mail=_2--

--Apple-Mail=_1--
`,
  },
  {
    id: 'outlook',
    outline: 'mixed(related(alternative(text/plain text/html) image/png) text/vcard)',
    raw: crlf`
${head('as Outlook does it')}
Content-Type: multipart/mixed; boundary="_005_"

--_005_
Content-Type: multipart/related; boundary="_004_"; type="multipart/alternative"

--_004_
Content-Type: multipart/alternative; boundary="_000_"

--_000_
Content-Type: text/plain; charset="us-ascii"

[dot]
--_000_
Content-Type: text/html; charset="us-ascii"

<img src="cid:dot">
--_000_--

--_004_
Content-Type: image/png; name="dot.png"
Content-Description: dot.png
Content-Disposition: inline; filename="dot.png"; size=3;
	creation-date="Tue, 03 Nov 2026 08:00:00 GMT";
	modification-date="Tue, 03 Nov 2026 08:00:00 GMT"
Content-ID: <dot>
Content-Transfer-Encoding: base64

UE5H
--_004_--

--_005_
Content-Type: text/vcard
Content-Disposition: attachment

BEGIN:VCARD
END:VCARD
--_005_--
`,
  },
  {
    id: 'boundary-is-a-prefix',
    outline: 'mixed(alternative(text/plain text/html) text/plain)',
    raw: crlf`
${head('prefix')}
Content-Type: multipart/mixed; boundary=abc

--abc
Content-Type: multipart/alternative; boundary=abcdef

--abcdef

one
--abcdef
Content-Type: text/html

two
--abcdef--
--abc

three
--abc--
`,
  },
  {
    id: 'boundary-is-prefixed',
    outline: 'mixed(alternative(text/plain text/html) text/plain)',
    raw: crlf`
${head('prefixed')}
Content-Type: multipart/mixed; boundary=abcdef

--abcdef
Content-Type: multipart/alternative; boundary=abc

--abc

one
--abc
Content-Type: text/html

two
--abc--
--abcdef

three
--abcdef--
`,
  },
  {
    id: 'boundary-looks-closed',
    outline: 'mixed(alternative(text/plain) text/plain)',
    raw: crlf`
${head('hyphens at the end')}
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: multipart/alternative; boundary=x--y

--x--y

one
--x--y--
--x

two
--x--
`,
  },
  {
    id: 'inner-preamble-and-epilogue',
    outline: 'mixed(mixed(text/plain) mixed(text/plain))',
    raw: crlf`
${head('around the inner ones')}
Content-Type: multipart/mixed; boundary=o

before all
--o
Content-Type: multipart/mixed; boundary=i1

before the first
--i1

first
--i1--
after the first
--o
Content-Type: multipart/mixed; boundary=i2

before the second

--i2

second

--i2--

after the second

--o--
after all
`,
  },
  {
    id: 'invitation',
    outline: 'mixed(alternative(text/plain text/html text/calendar) application/ics)',
    raw: crlf`
${head('meeting')}
Content-Type: multipart/mixed; boundary=a1

--a1
Content-Type: multipart/alternative; boundary=b2

--b2
Content-Type: text/plain; charset=UTF-8; format=flowed; delsp=yes
Content-Transfer-Encoding: base64

TWVldA==

--b2
Content-Type: text/html; charset=UTF-8
Content-Transfer-Encoding: quoted-printable

<b>Meet</b>

--b2
Content-Type: text/calendar; charset=UTF-8; method=REQUEST
Content-Transfer-Encoding: 7bit

BEGIN:VCALENDAR
END:VCALENDAR

--b2--
--a1
Content-Type: application/ics; name="invite.ics"
Content-Disposition: attachment; filename="invite.ics"
Content-Transfer-Encoding: base64

QkVHSU46VkNBTEVOREFS
--a1--
`,
  },
  {
    id: 'deep',
    outline: `${'mixed('.repeat(12)}text/plain${')'.repeat(12)}`,
    raw: crlf`
${head('deep')}
${Array.from({ length: 12 }, (_, level) => `Content-Type: multipart/mixed; boundary=level${level}.\n\n--level${level}.\n`).join('')}
the bottom
${Array.from({ length: 12 }, (_, level) => `--level${11 - level}.--\n`).join('')}
`,
  },
]

/** Messages in messages. */
const MESSAGES: readonly SampleMail[] = [
  {
    id: 'forwarded',
    outline: 'mixed(text/plain rfc822{text/plain})',
    raw: crlf`
${head('Fwd: hello')}
Content-Type: multipart/mixed; boundary=f

--f

Look at this.
--f
Content-Type: message/rfc822
Content-Disposition: attachment; filename=hello.eml
Content-Description: forwarded message

From: Sam <sam@far.test>
To: nora@reef.test
Subject: hello
Date: Mon, 2 Nov 2026 08:00:00 +0000

Hello Nora
--f--
`,
  },
  {
    id: 'forwarded-multipart',
    outline: 'mixed(text/plain rfc822{alternative(text/plain text/html)} text/plain)',
    raw: crlf`
${head('Fwd: rich')}
Content-Type: multipart/mixed; boundary=f

--f

Look.
--f
Content-Type: message/rfc822

From: sam@far.test
Subject: rich
Content-Type: multipart/alternative; boundary=g

not shown
--g
Content-Type: text/plain

plain
--g
Content-Type: text/html

<p>rich</p>
--g--
not shown either

--f
Content-Type: text/plain

Bye.
--f--
`,
  },
  {
    id: 'message-as-root',
    outline: 'rfc822{text/plain}',
    raw: crlf`
${head('a wrapper')}
Content-Type: message/rfc822

From: sam@far.test
Subject: wrapped
Message-ID: <inner@far.test>
In-Reply-To: <before@reef.test>

wrapped text
`,
  },
  {
    id: 'matryoshka',
    outline: 'rfc822{rfc822{mixed(rfc822{text/html} text/plain)}}',
    raw: crlf`
Subject: one
Content-Type: message/rfc822

Subject: two
Content-Type: message/rfc822

Subject: three
Content-Type: multipart/mixed; boundary=z

--z
Content-Type: message/rfc822

Subject: four
Content-Type: text/html

<hr>
--z

five
--z--
`,
  },
  {
    id: 'message-without-body',
    outline: 'mixed(rfc822{text/plain} rfc822{text/plain})',
    raw: crlf`
${head('only headers')}
Content-Type: multipart/mixed; boundary=h

--h
Content-Type: message/rfc822

Subject: no body

--h
Content-Type: message/rfc822

Subject: no body but an empty line


--h--
`,
  },
  {
    id: 'eight-bit-message',
    outline: 'mixed(rfc822{text/plain})',
    raw: crlf`
${head('8bit')}
Content-Type: multipart/mixed; boundary=h

--h
Content-Type: message/rfc822
Content-Transfer-Encoding: 8bit

Subject: ${utf8('Grüße')}
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

${utf8('Grüße!')}
--h--
`,
  },
  {
    id: 'global',
    outline: 'mixed(text/plain global{text/plain})',
    raw: crlf`
${head('international')}
Content-Type: multipart/mixed; boundary=h

--h

forwarded
--h
Content-Type: message/global

From: ${utf8('Jörg <jörg@bücher.test>')}
Subject: ${utf8('Grüße')}

hello
--h--
`,
  },
  {
    id: 'digest',
    outline: 'mixed(text/plain digest(rfc822{text/plain} rfc822{text/plain}) text/plain)',
    raw: crlf`
${head('reef-list digest')}
Content-Type: multipart/mixed; boundary=main

--main

In this issue: two mails.
--main
Content-Type: multipart/digest; boundary=dig

--dig

From: a@reef.test
Subject: first

First.
--dig

From: b@reef.test
Subject: second

Second.
--dig--

--main

The end.
--main--
`,
  },
  {
    id: 'digest-with-types',
    outline: 'digest(text/plain rfc822{text/html})',
    raw: crlf`
${head('digest')}
Content-Type: multipart/digest; boundary=dig

--dig
Content-Type: text/plain

The contents.
--dig
Content-Description: the only one

Subject: html
Content-Type: text/html

<p>hi</p>
--dig--
`,
  },
  {
    id: 'bounce',
    outline: 'report(text/plain message/delivery-status rfc822{text/plain})',
    raw: crlf`
From: MAILER-DAEMON@far.test (Mail Delivery System)
To: nora@reef.test
Subject: Undelivered Mail
Content-Type: multipart/report; report-type=delivery-status; boundary="A1/far.test"
MIME-Version: 1.0

--A1/far.test
Content-Description: Notification

It did not work.

--A1/far.test
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; far.test

Final-Recipient: rfc822; sam@far.test
Action: failed
Status: 5.1.1

--A1/far.test
Content-Description: Undelivered Message
Content-Type: message/rfc822

From: nora@reef.test
To: sam@far.test
Subject: hello

hi
--A1/far.test--
`,
  },
  {
    id: 'bounce-with-headers',
    outline: 'report(text/plain message/delivery-status text/rfc822-headers)',
    raw: crlf`
${head('returned')}
Content-Type: multipart/report; boundary=r; report-type=delivery-status

--r

No.
--r
Content-Type: message/delivery-status

Reporting-MTA: dns; far.test

--r
Content-Type: text/rfc822-headers

Subject: hello
From: nora@reef.test

--r--
`,
  },
  {
    id: 'read-receipt',
    outline: 'report(text/plain message/disposition-notification)',
    raw: crlf`
${head('read')}
Content-Type: multipart/report; report-type=disposition-notification; boundary=r

--r

It was read.
--r
Content-Type: message/disposition-notification

Final-Recipient: rfc822;nora@reef.test
Disposition: manual-action/MDN-sent-manually; displayed

--r--
`,
  },
  {
    id: 'signed-forward',
    outline: 'signed(mixed(text/plain rfc822{text/plain}) application/pgp-signature)',
    raw: crlf`
${head('signed forward')}
Content-Type: multipart/signed; boundary=s; protocol="application/pgp-signature"; micalg=pgp-sha512

--s
Content-Type: multipart/mixed; boundary=t

--t

see below
--t
Content-Type: message/rfc822

Subject: below

text
--t--

--s
Content-Type: application/pgp-signature

sig
--s--
`,
  },
]

const BARE_LF = [
  'alternative',
  'preamble-and-epilogue',
  'quoted-printable',
  'rfc2231-continued',
  'padded-delimiters',
  'hyphen-lines',
]

/** The same with bare LF, as some senders write it. */
const LF_MAILS: readonly SampleMail[] = [...ORDINARY_MAILS, ...MULTIPARTS, ...MESSAGES]
  .filter(({ id, outline }) => BARE_LF.includes(id) || /\(.*[({].*[({]/.test(outline))
  .map(({ id, outline, raw }) => ({ id: `${id}-lf`, outline, raw: raw.replaceAll('\r\n', '\n') }))

/** Mails without a fault that hold others, or have bare line feeds. */
export const NESTED_MAILS: readonly SampleMail[] = [...MULTIPARTS, ...MESSAGES, ...LF_MAILS]
