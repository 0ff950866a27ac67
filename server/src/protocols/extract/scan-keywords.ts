import { ENDINGS, KEYWORDS, type KeywordKind } from './keywords.ts'

export interface Hit {
  readonly start: number
  readonly end: number
  readonly kind: KeywordKind
}

interface Entry {
  readonly word: string
  readonly kind: KeywordKind
  /** Other letters may follow. */
  readonly open: boolean
}

/** From here on scripts put no spaces between words, or put articles and particles right at them. */
const FIRST_UNSPACED = 0x0590
/** A mail with more of these is no mail anyone reads. */
const MAX_HITS = 5_000
const SHORTEST_COMPOUND = 7
const LETTER = /[\p{L}\p{M}]/u
/** What may part the two words of one term: `code de vérification`, `код для входа`. */
const LINK = /^[\s'’"«“-]{0,2}(?:[\p{L}]{1,4}['’ ]){0,2}[\s"«“-]?$/u

const PARTICLES = /^[の的用의 ]{1,3}$/
const NARROW_LINK = /^(?:[ -]?|\sd(?:e|i|a|el|es|u|ella|ell['’]|['’])\s?)$/

const BY_BEGINNING = groupByBeginning()

/** By their first two characters; the few that have but one under that one. */
function groupByBeginning(): ReadonlyMap<number, readonly Entry[]> {
  const groups = new Map<number, Entry[]>()
  for (const [kind, lists] of Object.entries(KEYWORDS) as [KeywordKind, readonly string[]][]) {
    for (const written of lists.join('|').split('|')) {
      const open = written.endsWith('*') || written.charCodeAt(0) >= FIRST_UNSPACED
      const word = written.replaceAll('*', '')
      const key = beginning(word.charCodeAt(0), word.charCodeAt(1) || 0)
      groups.set(key, [...(groups.get(key) ?? []), { word, kind, open }])
    }
  }
  for (const group of groups.values()) group.sort((a, b) => b.word.length - a.word.length)
  return groups
}

function beginning(first: number, second: number): number {
  return first * 0x10000 + second
}

function entryAt(lower: string, at: number): Entry | undefined {
  const first = lower.charCodeAt(at)
  const isHere = (entry: Entry) => matches(lower, at, entry)
  const found = BY_BEGINNING.get(beginning(first, lower.charCodeAt(at + 1) || 0))?.find(isHere)
  return found ?? BY_BEGINNING.get(beginning(first, 0))?.find(isHere)
}

/** The words that say something about numbers, in order; terms of two words as one. `lower` is in lower case. */
export function scanKeywords(lower: string): Hit[] {
  const hits: Hit[] = []
  let inWord = false
  for (let at = 0; at < lower.length && hits.length < MAX_HITS; at++) {
    const char = lower.charCodeAt(at)
    const spaced = char < FIRST_UNSPACED
    const starts = !spaced || !inWord
    inWord = spaced && isLetter(char)
    if (!starts) continue
    const entry = entryAt(lower, at)
    if (entry === undefined) {
      const hit = inWord ? compound(lower, at) : undefined
      if (hit !== undefined) hits.push(hit)
      continue
    }
    const end = entry.open && spaced ? wordEnd(lower, at + entry.word.length) : at + entry.word.length
    hits.push({ start: at, end, kind: compoundKind(lower.slice(at, end), entry.kind) })
    at = end - 1
  }
  return joinTerms(lower, hits)
}

function matches(lower: string, at: number, entry: Entry): boolean {
  if (!lower.startsWith(entry.word, at)) return false
  return entry.open || !isLetter(lower.charCodeAt(at + entry.word.length))
}

/** Bounded: no word of any language is longer. */
function wordEnd(lower: string, from: number): number {
  let end = from
  while (end < from + 40 && isLetter(lower.charCodeAt(end))) end++
  return end
}

/** `Abholcode`, `Kundennummer`: no entry begins like them. */
function compound(lower: string, at: number): Hit | undefined {
  const end = wordEnd(lower, at)
  if (end - at < SHORTEST_COMPOUND) return undefined
  const word = lower.slice(at, end)
  const ending = ENDINGS.find(([written]) => word.length > written.length + 2 && word.endsWith(written))
  return ending === undefined ? undefined : { start: at, end, kind: ending[1] }
}

/** `Bestätigungscode` begins with a topic and is a code. */
function compoundKind(word: string, kind: KeywordKind): KeywordKind {
  if (kind !== 'topic') return kind
  if (/(?:code|codes|pin|tan|passwort|kennwort)$/.test(word)) return 'one-time'
  return word.endsWith('nummer') ? 'owner' : kind
}

function isLetter(char: number): boolean {
  if (char < 0x80) return (char >= 0x61 && char <= 0x7a) || (char >= 0x41 && char <= 0x5a)
  if ((char >= 0xe0 && char <= 0x24f && char !== 0xf7) || (char >= 0x400 && char <= 0x481)) return true
  return char >= 0xaa && LETTER.test(String.fromCharCode(char))
}

/** `code` beside a topic is a one-time code, `code` beside a qualifier belongs to something else. */
function joinTerms(lower: string, hits: readonly Hit[]): Hit[] {
  const joined: Hit[] = []
  for (const hit of hits) {
    const last = joined.at(-1)
    const kind = last && joinedKind(last.kind, hit.kind)
    if (last && kind && isOneTerm(lower, last, hit))
      joined[joined.length - 1] = { start: last.start, end: hit.end, kind }
    else joined.push(hit)
  }
  return joined
}

function isOneTerm(lower: string, first: Hit, second: Hit): boolean {
  const gap = lower.slice(first.end, Math.min(second.start, first.end + 15))
  // "The code for your order is …" names a code; "order code", "código de pedido" name the order's.
  if (first.kind === 'owner' || second.kind === 'owner') return NARROW_LINK.test(gap)
  return second.start - first.end <= 14 && (LINK.test(gap) || PARTICLES.test(gap))
}

const CODES = new Set<KeywordKind>(['code', 'half', 'number', 'one-time'])

function joinedKind(first: KeywordKind, second: KeywordKind): KeywordKind | undefined {
  const kinds = [first, second]
  const isWith = (a: KeywordKind, b: KeywordKind) => kinds.includes(a) && kinds.includes(b)
  if (isWith('code', 'qualifier') || isWith('code', 'owner') || isWith('number', 'owner')) return 'owner'
  if (isWith('number', 'qualifier') || (first === 'qualifier' && (second === 'one-time' || second === 'owner')))
    return 'owner'
  if (kinds.includes('topic')) return kinds.some((kind) => CODES.has(kind)) ? 'one-time' : undefined
  if (kinds.includes('one-time')) return kinds.every((kind) => CODES.has(kind)) ? 'one-time' : undefined
  return undefined
}
