import { chainCandidates, isChainLink } from './digit-chain.ts'
import { isNeverACode } from './look-alikes.ts'
import { type Token, visitTokens } from './tokens.ts'
import { urlSpans } from './url-spans.ts'

export type Shape = 'digits' | 'grouped' | 'spelled' | 'mixed' | 'hyphened' | 'letters'

/** Something in the text that could be a code, by its form alone. */
export interface Candidate {
  /** As one would type it. */
  readonly value: string
  readonly shape: Shape
  readonly start: number
  readonly end: number
}

const MAX_CHAIN = 24
/** Past this many the text is a table of numbers. */
const MAX_CANDIDATES = 200
const CHAIN_PART = /^(?:\d{1,9}|[A-Z])$/
/** A letter, mark or joint that makes what it touches part of a longer word, a path or an address. */
const GLUE = /[\u00c0-\u024f_@\\]/

/** `OTP=482913` in a sentence, and not in an address. */
const NAMED = /(?:^|\s)(?:code|otp|pin|passcode|token)=$/i
/** Markup may set the words before and after right at the code. */
const GLUED = /^(?:[A-Za-z]*[a-z])?(\d{4,8})[A-Z][a-z]+$|(?:[Cc]ode|CODE|OTP|PIN|is)(\d{4,8})$/

export function findCandidates(text: string): Candidate[] {
  return allCandidates(text).filter((candidate) => !isNeverACode(text, candidate))
}

function allCandidates(text: string): Candidate[] {
  const found: Candidate[] = []
  const isInUrl = urlCheck(text)
  let chain: Token[] = []
  const flush = () => {
    if (chain.length > 0) found.push(...chainCandidates(text, chain))
    chain = []
  }
  visitTokens(text, (token) => {
    const isOut = token === undefined || isTooShort(token) || isInUrl(token) || isGlued(text, token)
    if (isOut || !isChainLink(text, chain, token)) flush()
    if (isOut) return true
    if (CHAIN_PART.test(token.text)) chain = extended(chain, token)
    else {
      flush()
      const candidate = wordCandidate(token)
      if (candidate !== undefined) found.push(candidate)
    }
    return found.length < MAX_CANDIDATES
  })
  flush()
  return found
}

function isTooShort({ text }: Token): boolean {
  return text.length < 4 && !CHAIN_PART.test(text)
}

/** Whether a token stands in an address; asked in the order of the text. */
function urlCheck(text: string): (token: Token) => boolean {
  const urls = urlSpans(text)
  let at = 0
  return ({ start, end }) => {
    while ((urls[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at++
    return (urls[at]?.start ?? Number.POSITIVE_INFINITY) < end
  }
}

/** A row this long is a list; its last link is kept, so that it goes on being one. */
function extended(chain: Token[], token: Token): Token[] {
  if (chain.length >= MAX_CHAIN) chain.pop()
  chain.push(token)
  return chain
}

function isGlued(text: string, token: Token): boolean {
  const before = text[token.start - 1] ?? ' '
  const after = text[token.end] ?? ' '
  if (isPlainSpace(before) && isPlainSpace(after)) return false
  // Numbers with points in them are the most common of these.
  if (after === '.' && isDigit(text.charCodeAt(token.end + 1))) return true
  if (GLUE.test(before) || GLUE.test(after)) return true
  if (before === '=' && NAMED.test(text.slice(Math.max(0, token.start - 12), token.start))) return false
  if (/[/=&?%~]/.test(before) || /[/=&]/.test(after)) return true
  // `a.b`, `10,000.50` and `12:30` go on; a full stop at the end of a sentence does not.
  return goesOn(text, token.start - 1, token.start - 2) || goesOn(text, token.end, token.end + 1)
}

function isDigit(char: number): boolean {
  return char >= 0x30 && char <= 0x39
}

function isPlainSpace(char: string): boolean {
  return char === ' ' || char === '\n'
}

function goesOn(text: string, joint: number, beyond: number): boolean {
  const next = text[beyond] ?? ' '
  if (text[joint] === '.') return beyond > joint ? /[a-z0-9]/.test(next) : /[A-Za-z0-9]/.test(next)
  return /[,:]/.test(text[joint] ?? ' ') && /\d/.test(next)
}

function wordCandidate(token: Token): Candidate | undefined {
  const { text, start, end } = token
  const groups = text.split('-')
  const length = text.length - groups.length + 1
  if (length < 4 || length > 24 || groups.length > 8) return undefined
  if (groups.length === 1) return singleWord(token)
  if (/^[\d-]+$/.test(text)) {
    const isOne = groups.every((group) => group.length === 1)
    const value = groups.join('')
    return value.length > 8 ? undefined : { value, shape: isOne ? 'spelled' : 'grouped', start, end }
  }
  if (length > 16) return undefined
  // Google's and Facebook's prefixes stand before the field already; nobody types them.
  const prefixed = /^(?:G-(\d{6})|FB-(\d{5,8}))$/.exec(text)
  if (prefixed) return { value: (prefixed[1] ?? prefixed[2]) as string, shape: 'digits', start, end }
  // Two words and a number are a pass phrase; more letters with less than a digit are only words.
  if (/\d/.test(text) && !/^\d{1,2}-[a-zA-Z][a-z]+$/.test(text)) return { value: text, shape: 'hyphened', start, end }
  if (/^[A-Z]{3,5}(?:-[A-Z]{3,5}){1,3}$/.test(text)) return { value: text, shape: 'letters', start, end }
  return undefined
}

function singleWord({ text, start, end }: Token): Candidate | undefined {
  const glued = GLUED.exec(text)
  const digits = glued?.[1] ?? glued?.[2]
  if (digits !== undefined) {
    const from = start + text.indexOf(digits)
    return { value: digits, shape: 'digits', start: from, end: from + digits.length }
  }
  if (text.length > 10 || text.startsWith('0x')) return undefined
  if (/\d/.test(text)) return { value: text, shape: 'mixed', start, end }
  return /^[A-Z]{4,8}$/.test(text) ? { value: text, shape: 'letters', start, end } : undefined
}
