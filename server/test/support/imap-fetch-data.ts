import type { ImapText } from './imap-text.ts'

/** The items of one FETCH response: FLAGS a list, UID, RFC822.SIZE and MODSEQ numbers, the rest as it came. */
export interface FetchData {
  readonly flags?: readonly string[]
  readonly uid?: number
  readonly size?: number
  readonly modSeq?: number
  readonly internalDate?: string
  /** By name, as in `BODY[HEADER]<0>`. */
  readonly sections: ReadonlyMap<string, string | null>
  /** Names of all items that came. */
  readonly names: readonly string[]
}

const SECTION = /(?:BODY\[(?:[^\]\r\n"{]*|[^\]]*\([^)]*\))\](?:<\d+>)?|RFC822(?:\.HEADER|\.TEXT)?(?= ))/y
const DATE_TIME = /"(?: \d|\d\d)-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{4} \d\d:\d\d:\d\d [+-]\d{4}"/y

/** RFC 3501 §7.4.2, and RFC 7162 §3.1.4. */
export function readFetchData(text: ImapText): FetchData {
  const names: string[] = []
  const sections = new Map<string, string | null>()
  const data: { -readonly [K in keyof FetchData]?: FetchData[K] } = {}
  text.list(() => {
    const section = text.match(SECTION)?.[0]
    const name = section ?? text.atom()
    names.push(name)
    text.expect(' ')
    if (section !== undefined) sections.set(name, text.nstring())
    else if (name === 'FLAGS') data.flags = text.list(() => text.flag())
    else if (name === 'UID') data.uid = text.number()
    else if (name === 'RFC822.SIZE') data.size = text.number()
    else if (name === 'MODSEQ') data.modSeq = text.list(() => text.number())[0] as number
    else if (name === 'INTERNALDATE') data.internalDate = text.match(DATE_TIME)?.[0] ?? text.fail('a date expected')
    else if (name === 'ENVELOPE') readEnvelope(text)
    else if (name === 'BODYSTRUCTURE' || name === 'BODY') readBody(text, name === 'BODYSTRUCTURE')
    else text.fail(`${name} is no item of FETCH`)
  })
  return { ...data, sections, names }
}

function readEnvelope(text: ImapText): void {
  text.expect('(')
  for (const _field of ['date', 'subject']) {
    text.nstring()
    text.expect(' ')
  }
  for (const _field of ['from', 'sender', 'reply-to', 'to', 'cc', 'bcc']) {
    readAddresses(text)
    text.expect(' ')
  }
  text.nstring() // in-reply-to
  text.expect(' ')
  text.nstring() // message-id
  text.expect(')')
}

/** NIL, or at least one, without spaces between. */
function readAddresses(text: ImapText): void {
  if (text.take('NIL')) return
  text.expect('(')
  do readStrings(text, 4)
  while (!text.take(')'))
}

function readStrings(text: ImapText, count: number): void {
  const strings = text.list(() => text.nstring())
  if (strings.length !== count) text.fail(`${count} strings expected`)
}

function readBody(text: ImapText, extended: boolean): void {
  text.expect('(')
  const parts = readParts(text, extended)
  if (parts === 0) readOnePart(text, extended)
  else {
    text.expect(' ')
    text.string()
    if (extended) readExtension(text, () => readParameters(text))
  }
  text.expect(')')
}

function readParts(text: ImapText, extended: boolean): number {
  let parts = 0
  for (; text.rest.startsWith('('); parts += 1) readBody(text, extended)
  return parts
}

/** RFC 3501 §9 `body-type-1part`. */
function readOnePart(text: ImapText, extended: boolean): void {
  const type = text.string().toLowerCase()
  text.expect(' ')
  const subtype = text.string().toLowerCase()
  text.expect(' ')
  readParameters(text)
  for (const _field of ['id', 'description']) {
    text.expect(' ')
    text.nstring()
  }
  text.expect(' ')
  text.string() // encoding
  text.expect(' ')
  text.number()
  if (type === 'message' && subtype === 'rfc822') {
    text.expect(' ')
    readEnvelope(text)
    text.expect(' ')
    readBody(text, extended)
  }
  if (type === 'text' || (type === 'message' && subtype === 'rfc822')) {
    text.expect(' ')
    text.number()
  }
  if (extended) readExtension(text, () => void text.nstring())
}

/** MD5 or parameters first, then disposition, language and location; each may be the last. */
function readExtension(text: ImapText, first: () => void): void {
  const readers = [first, () => readDisposition(text), () => readLanguage(text), () => void text.nstring()]
  for (const read of readers) {
    if (!text.take(' ')) return
    read()
  }
}

function readParameters(text: ImapText): void {
  if (text.take('NIL')) return
  const strings = text.list(() => text.string())
  if (strings.length === 0 || strings.length % 2 === 1) text.fail('pairs expected')
}

function readDisposition(text: ImapText): void {
  if (text.take('NIL')) return
  text.expect('(')
  text.string()
  text.expect(' ')
  readParameters(text)
  text.expect(')')
}

function readLanguage(text: ImapText): void {
  if (text.rest.startsWith('(')) text.list(() => text.string())
  else text.nstring()
}
