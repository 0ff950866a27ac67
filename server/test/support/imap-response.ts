import { type FetchData, readFetchData } from './imap-fetch-data.ts'
import { ImapText } from './imap-text.ts'

export interface StatusResponse {
  readonly kind: 'status'
  /** '*' where it is untagged. */
  readonly tag: string
  readonly status: 'OK' | 'NO' | 'BAD' | 'BYE'
  /** What stands in brackets, such as `UIDVALIDITY 7`. */
  readonly code: string | null
  readonly text: string
}

export interface NumberedResponse {
  readonly kind: 'EXISTS' | 'RECENT' | 'EXPUNGE'
  readonly number: number
}

export interface FetchResponse {
  readonly kind: 'FETCH'
  readonly number: number
  readonly data: FetchData
}

export interface ListResponse {
  readonly kind: 'LIST' | 'LSUB'
  readonly attributes: readonly string[]
  readonly delimiter: string | null
  readonly name: string
}

export interface NumbersResponse {
  readonly kind: 'SEARCH'
  readonly numbers: readonly number[]
}

export interface MailboxStatusResponse {
  readonly kind: 'STATUS'
  readonly name: string
  readonly items: Readonly<Record<string, number>>
}

/** CAPABILITY, FLAGS, ENABLED, ID, NAMESPACE, ESEARCH: checked, and given as their text. */
export interface OtherResponse {
  readonly kind: 'CAPABILITY' | 'FLAGS' | 'ENABLED' | 'ID' | 'NAMESPACE' | 'ESEARCH'
  readonly text: string
}

export type Response =
  | { readonly kind: '+'; readonly text: string }
  | StatusResponse
  | NumberedResponse
  | FetchResponse
  | ListResponse
  | NumbersResponse
  | MailboxStatusResponse
  | OtherResponse

const TAG = /[^\x00-\x20(){%*"\\+\x7f-\xff]+/y
const STATUS = /(OK|NO|BAD|BYE|PREAUTH) /y
const CODE = /\[([^\x00\r\n\]]+)\] /y
const TEXT = /[^\x00\r\n\x80-\xff]+/y
const SET = /\d+(?::\d+)?(?:,\d+(?::\d+)?)*/y

/** One whole response without its last CRLF, literals inside. Throws a ProtocolError where it is none. */
export function readResponse(raw: string): Response {
  const text = new ImapText(raw)
  const response = readAny(text)
  text.end()
  return response
}

function readAny(text: ImapText): Response {
  if (text.take('+ ')) return { kind: '+', text: text.match(TEXT)?.[0] ?? '' }
  if (!text.take('* ')) {
    const tag = text.match(TAG)?.[0] ?? text.fail('a tag expected')
    text.expect(' ')
    const status = readStatus(text, tag) ?? text.fail('a status expected')
    return status.status === 'BYE' ? text.fail('BYE has no tag') : status
  }
  const status = readStatus(text, '*')
  if (status) return status
  const number = text.match(/(0|[1-9]\d*) /y)?.[1]
  return number === undefined ? readNamed(text) : readNumbered(text, Number(number))
}

/** RFC 3501 §7.1. There is never a PREAUTH of ours. */
function readStatus(text: ImapText, tag: string): StatusResponse | null {
  const status = text.match(STATUS)?.[1]
  if (status === undefined) return null
  if (status === 'PREAUTH') text.fail('nobody was let in before')
  const code = text.match(CODE)?.[1] ?? null
  const said = text.match(TEXT)?.[0] ?? text.fail('a text for a human expected')
  return { kind: 'status', tag, status: status as StatusResponse['status'], code, text: said }
}

function readNumbered(text: ImapText, number: number): Response {
  const kind = text.atom()
  if (kind === 'EXISTS' || kind === 'RECENT') return { kind, number }
  if (number === 0) text.fail('no message has the number 0')
  if (kind === 'EXPUNGE') return { kind, number }
  if (kind !== 'FETCH') text.fail(`${kind} is no response with a number`)
  text.expect(' ')
  return { kind: 'FETCH', number, data: readFetchData(text) }
}

function readNamed(text: ImapText): Response {
  const kind = text.atom()
  const { rest } = text
  switch (kind) {
    case 'SEARCH':
      return { kind, numbers: readSearch(text) }
    case 'LIST':
    case 'LSUB':
      return readList(text, kind)
    case 'STATUS':
      return readMailboxStatus(text)
    case 'CAPABILITY':
    case 'ENABLED':
      while (text.take(' ')) text.atom()
      return { kind, text: rest.slice(1) }
    case 'FLAGS':
      text.expect(' ')
      text.list(() => text.flag())
      return { kind, text: rest.slice(1) }
    case 'ID':
      text.expect(' ')
      if (!text.take('NIL')) text.list(() => text.nstring())
      return { kind, text: rest.slice(1) }
    case 'NAMESPACE':
      for (let n = 0; n < 3; n += 1) readNamespace(text)
      return { kind, text: rest.slice(1) }
    case 'ESEARCH':
      readEsearch(text)
      return { kind, text: rest.slice(1) }
    default:
      return text.fail(`${kind} is no response`)
  }
}

/** RFC 7162 §3.1.5: the mod-sequence comes last. */
function readSearch(text: ImapText): number[] {
  const numbers: number[] = []
  while (text.take(' ')) {
    if (text.take('(MODSEQ ')) {
      text.number()
      text.expect(')')
      break
    }
    numbers.push(text.number())
  }
  return numbers
}

function readList(text: ImapText, kind: 'LIST' | 'LSUB'): ListResponse {
  text.expect(' ')
  const attributes = text.list(() => text.flag())
  text.expect(' ')
  const delimiter = text.nstring()
  text.expect(' ')
  return { kind, attributes, delimiter, name: text.astring() }
}

function readMailboxStatus(text: ImapText): MailboxStatusResponse {
  text.expect(' ')
  const name = text.astring()
  text.expect(' ')
  const items = text.list((): [string, number] => {
    const item = text.atom()
    text.expect(' ')
    return [item, text.number()]
  })
  return { kind: 'STATUS', name, items: Object.fromEntries(items) }
}

/** RFC 2342 §5. */
function readNamespace(text: ImapText): void {
  text.expect(' ')
  if (text.take('NIL')) return
  text.expect('(')
  do {
    text.expect('(')
    text.string()
    text.expect(' ')
    text.nstring()
    text.expect(')')
  } while (!text.take(')'))
}

/** RFC 4731 §3.1. */
function readEsearch(text: ImapText): void {
  if (text.take(' (TAG ')) {
    text.string()
    text.expect(')')
  }
  if (text.take(' UID') && text.done) return
  while (text.take(' ')) {
    const name = text.atom()
    text.expect(' ')
    if (name === 'ALL') text.match(SET) ?? text.fail('a set expected')
    else if (['MIN', 'MAX', 'COUNT', 'MODSEQ'].includes(name)) text.number()
    else text.fail(`${name} is no part of ESEARCH`)
  }
}
