import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlToReadable } from '../mime/html-to-readable.ts'
import { extractCodes } from './extract-codes.ts'

const each = (open: string, close: string) => [...'482913'].map((digit) => `${open}${digit}${close}`).join('')

const MARKUP: Readonly<Record<string, string>> = {
  'one digit per cell': `<p>Your login code:</p><table><tr>${each('<td>', '</td>')}</tr></table>`,
  'one digit per header cell': `<table><tr>${each('<th>', '</th>')}</tr></table><p>is your login code</p>`,
  'one digit per cell, with empty cells between': `<p>Your code</p><table><tr>${each('<td>', '</td><td>&nbsp;</td>')}</tr></table>`,
  'a table in each cell': `<p>Your code</p><table><tr>${each('<td><table><tr><td>', '</td></tr></table></td>')}</tr></table>`,
  'a paragraph in each cell': `<p>Verification code</p><table><tr>${each('<td><p>', '</p></td>')}</tr></table>`,
  'one digit per row': `<p>Verification code</p><table>${each('<tr><td>', '</td></tr>')}</table>`,
  'one digit per div': `<p>Verification code</p>${each('<div>', '</div>')}`,
  'one digit per span': `<p>Verification code ${each('<span>', '</span>')}</p>`,
  'one digit per list item': `<p>Verification code</p><ul>${each('<li>', '</li>')}</ul>`,
  'label and value in columns':
    '<table><tr><td>One-time code</td><td>482913</td></tr><tr><td>Date</td><td>15.11.2026</td></tr></table>',
  'label and value in rows':
    '<table><tr><th>Code</th><th>Expires</th></tr><tr><td>482913</td><td>10:45</td></tr></table>',
  'large type alone': '<h1>Sign in to Acme</h1><p style="font-size:32px">482 913</p><p>Valid for ten minutes.</p>',
  'letters spaced by style': '<p>Confirm it is you</p><div style="letter-spacing:8px">482913</div>',
  'a link around it': '<p>Use code <a href="https://a.test/119922">482913</a> to log in.</p>',
  'an input-like box':
    '<p>Enter the following code:</p><div style="border:1px solid #112233"><code>482913</code></div>',
  'hidden preview text': '<div style="display:none">Your code is 482913</div><p>Your code is below.</p><p>482913</p>',
  entities: '<p>Your code is &#52;&#56;&#50;&#57;&#49;&#51;</p>',
  'zero-width joints': '<p>Your code is 482&zwnj;913</p>',
  'centred without blocks': '<center>Your code</center><center><b>482913</b></center><center>Do not share it</center>',
  'a line break in between': '<p>Your security code is<br><b>482913</b><br>Thanks</p>',
  'style and script around':
    '<style>.a{color:#119922}</style><p>Your security code is <b>482913</b></p><script>x=119922</script>',
}

for (const [layout, html] of Object.entries(MARKUP)) {
  test(`HTML alone: ${layout}`, () => {
    const text = htmlToReadable(html, 100_000)
    const codes = extractCodes({ subject: 'Acme', text, html, htmlText: '' })
    assert.deepEqual(
      codes.map(({ value, source }) => [value, source]),
      [['482913', 'html']],
      text,
    )
  })
}

const PLAIN: Readonly<Record<string, string>> = {
  'dotted leader': 'Amount ..... 12.00 EUR\nCode ....... 482913',
  'stars around': 'Your login code: **482913**',
  'a frame': '+--------+\n| 482913 |\n+--------+\n\nUse this code to sign in.',
  brackets: 'Your login code is [482913].',
  quotes: 'Your login code is "482913".',
  'an arrow': 'login code -> 482913',
  'equals sign': 'OTP=482913',
  'no space after the colon': 'Code:482913',
  'the label after': '482913\n\nis your one-time code.',
  'a middle dot': 'Your verification code: 482·913',
  'an en dash': 'Your verification code: 482 – 913',
  'lines of one digit': 'Verification code\n\n4\n8\n2\n9\n1\n3\n\nThanks',
  'a full stop': 'Your code is 482913.',
  'a comma': 'Use 482913, it is your login code.',
  'the end of a long line': `You asked to sign in to the website of our company from a new browser, and so we have made a code for you: 482913`,
  'a forwarded mail': '> From: Acme\n> Subject: code\n>\n> Your login code is 482913.',
  'a tab': 'Verification code\t482913',
  'markdown heading': '# 482913\n\nThis is your verification code.',
  ellipsis: 'Your passcode… 482913',
  'minutes beside': 'Your code (10 minutes): 482913',
  'many lines below': 'Please enter the verification code.\n\n\n\nIt is shown here:\n\n\n482913\n\n',
}

for (const [layout, text] of Object.entries(PLAIN)) {
  test(`plain text: ${layout}`, () => {
    const codes = extractCodes({ subject: 'Acme', text, html: '', htmlText: '' })
    assert.deepEqual(
      codes.map(({ value, source }) => [value, source]),
      [['482913', 'text']],
    )
  })
}

const SHAPES: Readonly<Record<string, string>> = {
  'G-482913': '482913',
  'FB-48291': '48291',
  YTRQPM: 'YTRQPM',
  'HJKM-QRTV': 'HJKM-QRTV',
  'K9XW-22LM-P0QD': 'K9XW-22LM-P0QD',
  'A7-B2-C9': 'A7-B2-C9',
  'quiet-river-2048': 'quiet-river-2048',
  aB3xK9: 'aB3xK9',
  '2204-8873': '22048873',
  '1 2 9 4': '1294',
  'R 4 K 9 2 W': 'R4K92W',
  '118 20 45': '1182045',
  '0042': '0042',
  B4417: 'B4417',
}

for (const [written, value] of Object.entries(SHAPES)) {
  test(`shape: ${written}`, () => {
    for (const text of [`Your verification code:\n\n${written}\n\nIt works once.`, `Your login code is ${written}.`]) {
      const [code] = extractCodes({ subject: 'Acme', text, html: '', htmlText: '' })
      assert.equal(code?.value, value, text)
    }
  })
}
