import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { Message } from './get-mail.ts'

/** A mail that can tell afterwards whether it is whole: its text ends with a checksum of the rest. */
export function markedMail(id: string): string {
  const body = `This is ${id}.\r\n${randomBytes(120).toString('base64')}\r\n${'A line like any other. '.repeat(8)}`
  return `From: sender@elsewhere.test\r\nSubject: ${id}\r\n\r\n${body}\r\n${checksum(body)}`
}

/** Fails where anything of the mail is missing or changed. Gives its id. */
export function assertWhole({ subject, text, from }: Message): string {
  const lines = text.trimEnd().split(/\r?\n/)
  assert.equal(from, 'sender@elsewhere.test')
  assert.equal(lines[0], `This is ${subject}.`)
  const sum = lines.pop()
  assert.equal(checksum(lines.join('\r\n')), sum, `the body of ${subject} is damaged`)
  return subject
}

/** Trailing spaces are a reader's to drop. */
function checksum(body: string): string {
  return createHash('sha256').update(body.trimEnd()).digest('hex')
}
