import { type BodyWish, bodyPart, WHOLE_TEXT } from './body-part.ts'
import { isWhole, type ShownMail, type WholeMail } from './mail-tools.ts'
import { type Message, toMessage } from './shown-message.ts'
import type { Mark } from './untrusted-block.ts'

/** For models: our own words outside the block, and the sender's inside. */
export function tellMessage(mail: ShownMail, mark: Mark, wish = WHOLE_TEXT): string {
  const message = toMessage(mail, mark, wish)
  const { codes, authentication } = message
  const found = codes.map(({ value, superseded }) => (superseded ? `${value} (superseded by a newer mail)` : value))
  return [
    `id: ${message.id}`,
    `inbox: ${message.inbox}`,
    `received: ${message.date}`,
    found.length > 0 && `codes: ${found.join(', ')}`,
    authentication &&
      `sender check: spf=${authentication.spf} dkim=${authentication.dkim} dmarc=${authentication.dmarc}`,
    message.encrypted && 'The body is encrypted and cannot be read here.',
    isWhole(mail) ? tellCut(mail, wish) : 'This key sees codes and links alone, not the text.',
    mark.notice,
    mark.block(sendersWords(mail, message, wish)),
  ]
    .filter((line) => typeof line === 'string')
    .join('\n')
}

function sendersWords(mail: ShownMail, message: Message, wish: BodyWish): string {
  const { from, from_name, subject, links, attachments = [] } = message
  return [
    `From: ${from_name ? `${from_name} <${from}>` : from}`,
    subject !== undefined && `Subject: ${subject}`,
    ...links.map(({ kind, href }) => `Link (${kind}): ${href}`),
    ...attachments.map(
      ({ filename, content_type, size_bytes }) => `Attachment: ${filename} (${content_type}, ${size_bytes} bytes)`,
    ),
    isWhole(mail) && `\n${bodyPart(mail, wish).part}`,
  ]
    .filter((line) => typeof line === 'string')
    .join('\n')
}

function tellCut(mail: WholeMail, wish: BodyWish): string | null {
  const { length, next } = bodyPart(mail, wish)
  if (next === null) return null
  const again = `get_message with id "${mail.id}", offset ${next}${wish.html ? ' and html true' : ''}`
  return `This is a part of the body: ${next} of ${length} characters. For the rest call ${again}.`
}
