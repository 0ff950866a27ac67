import { randomBytes, randomInt } from 'node:crypto'

export const SAMPLE_SENDER = 'hello@mayfly.example'

/** A mail like those that people wait for: a code and a link, as text and as HTML. */
export function sampleLetter(to: string, baseUrl: string, now: number): Buffer {
  const code = String(randomInt(100_000, 1_000_000))
  const link = `${baseUrl}/docs`
  const boundary = `mayfly-${randomBytes(9).toString('hex')}`
  const text = `Hello,\n\nit works: this is your first test mail.\n\nYour verification code is ${code}\n\nVerify your address: ${link}\n`
  const html = `<!doctype html><html><body><p>Hello,</p><p>it works: this is your first test mail.</p><p>Your verification code is <b>${code}</b></p><p><a href="${link}">Verify your address</a></p></body></html>\n`
  const part = (type: string, content: string): string =>
    `--${boundary}\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}\n`
  const source = [
    `From: Mayfly <${SAMPLE_SENDER}>`,
    `To: ${to}`,
    `Subject: ${code} is your verification code`,
    `Date: ${new Date(now).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomBytes(12).toString('hex')}@mayfly.example>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `${part('text/plain', text)}${part('text/html', html)}--${boundary}--\n`,
  ].join('\n')
  return Buffer.from(source.replaceAll('\n', '\r\n'))
}
