import { BAD_PARAMETER, MESSAGE_TOO_BIG, type Reply, UNKNOWN_PARAMETER } from './replies.ts'

export interface MailParameters {
  readonly declaredSize: number | null
  readonly smtputf8: boolean
  readonly body8bit: boolean
}

const NONE: MailParameters = { declaredSize: null, smtputf8: false, body8bit: false }
// RFC 5321 §4.1.2 esmtp-param, with RFC 6531 §3.3 allowing UTF-8 in the value.
const PARAMETER = /^([A-Za-z0-9][A-Za-z0-9-]*)(?:=([^\x00-\x20=\x7f]+))?$/
const SIZE_VALUE = /^[0-9]{1,20}$/ // RFC 1870 §3
const BODY_VALUE = /^(?:7BIT|8BITMIME)$/i // RFC 6152 §2; BINARYMIME is not offered

/** The parameters of MAIL, or the reply that refuses them. */
export function parseMailParameters(text: string, messageBytes: number): MailParameters | Reply {
  if (text === '') return NONE
  const given = parseParameters(text)
  if (given === null) return BAD_PARAMETER
  for (const keyword of given.keys()) {
    if (keyword !== 'SIZE' && keyword !== 'BODY' && keyword !== 'SMTPUTF8') return UNKNOWN_PARAMETER
  }
  const size = given.get('SIZE')
  const body = given.get('BODY')
  if (given.has('SIZE') && !SIZE_VALUE.test(size ?? '')) return BAD_PARAMETER
  if (given.has('BODY') && !BODY_VALUE.test(body ?? '')) return BAD_PARAMETER
  if ((given.get('SMTPUTF8') ?? '') !== '') return BAD_PARAMETER // RFC 6531 §3.1: takes no value
  const declaredSize = size === undefined ? null : Number(size)
  if (declaredSize !== null && declaredSize > messageBytes) return MESSAGE_TOO_BIG // RFC 1870 §6.1
  return { declaredSize, smtputf8: given.has('SMTPUTF8'), body8bit: body?.[0] === '8' }
}

/** RCPT has no parameter in any extension offered here: the reply that refuses them, or null when there are none. */
export function refuseRcptParameters(text: string): Reply | null {
  if (text === '') return null
  return parseParameters(text) === null ? BAD_PARAMETER : UNKNOWN_PARAMETER
}

/** By keyword in capitals, '' where no value was given; null when malformed or given twice. */
function parseParameters(text: string): Map<string, string> | null {
  const given = new Map<string, string>()
  for (const word of text.split(' ')) {
    if (word === '') continue
    const found = PARAMETER.exec(word)
    const keyword = found?.[1]?.toUpperCase()
    if (keyword === undefined || given.has(keyword)) return null
    given.set(keyword, found?.[2] ?? '')
  }
  return given
}
