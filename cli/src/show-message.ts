import type { Message } from './client.ts'
import type { Output } from './output.ts'
import { plainLine, plainText } from './plain-text.ts'
import { showMoment } from './show-moment.ts'

/** A key with the scope `codes` sees only some of it. */
type Shown = Pick<Message, 'id' | 'inbox' | 'from' | 'date' | 'codes' | 'links'> & Partial<Message>

/** A message for people: who, what, when, what can be done with it, and its text. */
export function showMessage(message: Shown, out: Output): readonly string[] {
  const rows = headOf(message)
  const width = Math.max(...rows.map(([name]) => name.length))
  const head = rows.map(([name, value]) => `${out.style('dim', name.padEnd(width))}  ${plainLine(value)}`)
  return message.text === undefined ? head : [...head, '', plainText(message.text).trimEnd()]
}

function headOf({
  id,
  inbox,
  from,
  fromName,
  to,
  subject,
  date,
  codes,
  links,
  attachments = [],
}: Shown): [string, string][] {
  const kept = links.filter(({ kind }) => kind !== 'other' && kind !== 'unsubscribe')
  return [
    ['From', fromName ? `${fromName} <${from}>` : from],
    ['To', (to?.length ? to : [inbox]).join(', ')],
    ...(subject === undefined ? [] : [['Subject', subject] as [string, string]]),
    ['Date', showMoment(date)],
    ...codes.map(({ value, superseded }): [string, string] => [
      'Code',
      superseded ? `${value} (a newer one came)` : value,
    ]),
    ...kept.map(({ kind, href }): [string, string] => ['Link', `${kind}: ${href}`]),
    ...attachments.map(({ index, filename, contentType, sizeBytes }): [string, string] => [
      'Attached',
      `${index}: ${filename || 'without a name'} (${contentType}, ${sizeBytes} bytes)`,
    ]),
    ['Id', id],
  ]
}
