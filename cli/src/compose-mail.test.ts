import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { composeMail } from './compose-mail.ts'
import { stuffDots } from './send-smtp.ts'
import { UsageError } from './usage-error.ts'

const people = { from: 'me@here.test', to: 'you@there.test' }

test('whatever is said comes out as it was said, in lines that every server takes', async () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 300 }).map((text) => text.replace(/\s+/g, ' ').trim())
  await fc.assert(
    fc.asyncProperty(line, fc.string({ unit: 'grapheme' }), async (subject, text) => {
      const source = composeMail({ ...people, subject, text })
      for (const written of source.split('\r\n'))
        assert.ok(written.length <= 998 && /^[\t -~]*$/.test(written), written)
      const parsed = await PostalMime.parse(source)
      assert.equal(parsed.subject ?? '', subject)
      assert.equal(parsed.text?.trim() ?? '', text.trim())
    }),
  )
})

test('a test mail has a code and a link', () => {
  assert.match(composeMail(people), /Subject: (\d{6}) is your code\r\n[\s\S]*code is \1\.\r\n[\s\S]*https:\/\//)
})

test('a header is one line', () => {
  assert.throws(() => composeMail({ ...people, subject: 'a\r\nBcc: b@c.test' }), UsageError)
})

test('RFC 5321 §4.5.2: dots are doubled, and one ends the mail', () => {
  assert.equal(String(stuffDots(Buffer.from('.\n..a\nb.\n'))), '..\r\n...a\r\nb.\r\n.\r\n')
  assert.equal(String(stuffDots(Buffer.from('no end'))), 'no end\r\n.\r\n')
})
