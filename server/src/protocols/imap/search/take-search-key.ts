import { isUtf8 } from 'node:buffer'
import type { Cursor } from '../cursor.ts'
import { parseDate } from '../date-time.ts'
import { takeFlag } from '../flag-list.ts'
import { BadCommand } from '../refusal.ts'
import { combine, fold, type SearchKey } from './search-key.ts'

const NAME = /[A-Z]+/iy
const QUOTED_DATE = /"?([0-9]{1,2}-[A-Z]{3}-[0-9]{4})"?/iy
/** RFC 7162 §3.1.5: an entry and who may see it. We keep one mod-sequence for each message, whatever the entry. */
const MODSEQ_ENTRY = /"\/flags\/(?:[^"\\\r\n]|\\\\)+" (?:priv|shared|all) /iy

type Take = (cursor: Cursor) => SearchKey

const flag =
  (name: string): Take =>
  () => ({ kind: 'flag', flag: name })
const not =
  (take: Take): Take =>
  (cursor) => ({ kind: 'not', key: take(cursor) })
const header =
  (name: string): Take =>
  (cursor) => ({ kind: 'header', name, text: takeText(cursor) })
const keyword: Take = (cursor) => ({ kind: 'flag', flag: takeKeyword(cursor) })
const recent: Take = () => ({ kind: 'recent' })

/** RFC 3501 §6.4.4, and MODSEQ of RFC 7162 §3.1.5. */
const KEYS: ReadonlyMap<string, Take> = new Map<string, Take>([
  ['ALL', () => ({ kind: 'all' })],
  ['ANSWERED', flag('\\Answered')],
  ['DELETED', flag('\\Deleted')],
  ['DRAFT', flag('\\Draft')],
  ['FLAGGED', flag('\\Flagged')],
  ['SEEN', flag('\\Seen')],
  ['RECENT', recent],
  ['UNANSWERED', not(flag('\\Answered'))],
  ['UNDELETED', not(flag('\\Deleted'))],
  ['UNDRAFT', not(flag('\\Draft'))],
  ['UNFLAGGED', not(flag('\\Flagged'))],
  ['UNSEEN', not(flag('\\Seen'))],
  ['OLD', not(recent)],
  ['NEW', () => combine('and', [{ kind: 'recent' }, { kind: 'not', key: { kind: 'flag', flag: '\\Seen' } }])],
  ['KEYWORD', keyword],
  ['UNKEYWORD', not(keyword)],
  ['BEFORE', (cursor) => ({ kind: 'received', from: -Infinity, before: takeDay(cursor) })],
  ['ON', (cursor) => onDay('received', takeDay(cursor))],
  ['SINCE', (cursor) => ({ kind: 'received', from: takeDay(cursor), before: Infinity })],
  ['SENTBEFORE', (cursor) => ({ kind: 'sent', from: -Infinity, before: takeDay(cursor) })],
  ['SENTON', (cursor) => onDay('sent', takeDay(cursor))],
  ['SENTSINCE', (cursor) => ({ kind: 'sent', from: takeDay(cursor), before: Infinity })],
  ['LARGER', (cursor) => ({ kind: 'larger', size: takeSize(cursor) })],
  ['SMALLER', (cursor) => ({ kind: 'smaller', size: takeSize(cursor) })],
  ['BCC', header('bcc')],
  ['CC', header('cc')],
  ['FROM', header('from')],
  ['SUBJECT', header('subject')],
  ['TO', header('to')],
  ['HEADER', takeHeader],
  ['BODY', (cursor) => ({ kind: 'body', text: takeText(cursor) })],
  ['TEXT', (cursor) => ({ kind: 'text', text: takeText(cursor) })],
  ['UID', takeUidSet],
  ['MODSEQ', takeModSeq],
])

/** Takes the keys of a SEARCH, which all must hold. */
export function takeSearchKeys(cursor: Cursor): SearchKey {
  const count = { left: cursor.limits.searchKeys }
  const keys = [takeKey(cursor, count)]
  while (cursor.skip(' ')) keys.push(takeKey(cursor, count))
  return combine('and', keys)
}

function takeKey(cursor: Cursor, count: { left: number }): SearchKey {
  count.left -= 1
  if (count.left < 0) throw new BadCommand('Too many search keys')
  if (cursor.peek() === '(') return takeGroup(cursor, count)
  const name = cursor.match(NAME)?.[0].toUpperCase()
  if (name === undefined) return { kind: 'set', uid: false, set: cursor.sequenceSet() }
  if (name === 'NOT' || name === 'OR') return takeNested(cursor, count, name)
  const take = KEYS.get(name)
  if (take === undefined) throw new BadCommand('There is no such search key')
  return take(cursor)
}

function takeGroup(cursor: Cursor, count: { left: number }): SearchKey {
  const keys = cursor.list('search keys', () => takeKey(cursor, count), cursor.limits.searchKeys)
  if (keys.length === 0) throw new BadCommand('A search key is needed')
  return combine('and', keys)
}

function takeNested(cursor: Cursor, count: { left: number }, name: 'NOT' | 'OR'): SearchKey {
  cursor.descend()
  cursor.space()
  const first = takeKey(cursor, count)
  if (name === 'OR') cursor.space()
  const key: SearchKey = name === 'NOT' ? { kind: 'not', key: first } : combine('or', [first, takeKey(cursor, count)])
  cursor.ascend()
  return key
}

function takeHeader(cursor: Cursor): SearchKey {
  cursor.space()
  const name = fold(cursor.astring('a header field'))
  return { kind: 'header', name, text: takeText(cursor) }
}

function takeUidSet(cursor: Cursor): SearchKey {
  cursor.space()
  return { kind: 'set', uid: true, set: cursor.sequenceSet() }
}

function takeModSeq(cursor: Cursor): SearchKey {
  cursor.space()
  cursor.match(MODSEQ_ENTRY)
  return { kind: 'modseq', modSeq: cursor.modSeq() }
}

function takeKeyword(cursor: Cursor): string {
  cursor.space()
  return takeFlag(cursor)
}

function takeSize(cursor: Cursor): number {
  cursor.space()
  return cursor.number('a size')
}

function takeDay(cursor: Cursor): number {
  cursor.space()
  const day = parseDate(cursor.match(QUOTED_DATE)?.[1] ?? '')
  if (day === null) throw new BadCommand('A date such as 1-Feb-2026 is needed')
  return day
}

function onDay(kind: 'received' | 'sent', day: number): SearchKey {
  return { kind, from: day, before: day + 1 }
}

/** Both charsets are UTF-8 to read. Without CHARSET it should be ASCII, but clients send UTF-8 there too. */
function takeText(cursor: Cursor): string {
  cursor.space()
  const bytes = Buffer.from(cursor.astring('a text'), 'latin1')
  if (!isUtf8(bytes)) throw new BadCommand('The text is not in the charset of the search')
  return fold(bytes.toString())
}
