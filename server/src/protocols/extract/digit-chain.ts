import type { Candidate } from './candidates.ts'
import type { Token } from './tokens.ts'

/** Groups as people part a code: 123 456, 12 34 56, 1234 5678, 123 4567, 118 20 45. */
const NICE_GROUPS = new Set([
  '2 2',
  '3 3',
  '4 4',
  '2 2 2',
  '2 2 2 2',
  '3 4',
  '4 3',
  '3 2 2',
  '3 2 3',
  '2 3 2',
  '3 3 2',
  '2 4',
  '4 2',
])
const MAX_SPELLED = 10

/** Whether the token goes on the number that the chain began. Digits may stand in a cell, or on a line, each. */
export function isChainLink(text: string, chain: readonly Token[], token: Token): boolean {
  const last = chain.at(-1)
  if (last === undefined) return true
  if (token.start - last.end === 1 && text[last.end] === ' ') return true
  const gap = text.slice(last.end, Math.min(token.start, last.end + 16))
  if (token.start - last.end > 12) return false
  const single = last.text.length === 1 && token.text.length === 1
  if (single) return /^(?:[ |]{1,6}|[ |]{0,3}\n[\s|*•]{0,8}| ?[-·•] ?)$/.test(gap)
  return /^(?: {1,2}| ?[-·] ?)$/.test(gap)
}

/** What a run of numbers parted by spaces holds: one code in groups, a phone number (nothing), or each number alone. */
export function chainCandidates(text: string, chain: readonly Token[]): Candidate[] {
  const first = chain[0] as Token
  const last = chain.at(-1) as Token
  const span = { start: first.start, end: last.end }
  const value = chain.map((token) => token.text).join('')
  if (chain.length === 1) return alone(chain)
  if (chain.every((token) => token.text.length === 1)) {
    const isCode = chain.length >= 4 && chain.length <= MAX_SPELLED && /\d/.test(value) && !isCounting(value)
    return isCode ? [{ value, shape: 'spelled', ...span }] : []
  }
  if (!/^\d+$/.test(value)) return alone(chain)
  if (value.length >= 9 && (chain.length > 2 || value.startsWith('0') || text[first.start - 1] === '+')) return []
  const groups = chain.map((token) => token.text.length).join(' ')
  if (NICE_GROUPS.has(groups) && !/^(?:19|20)\d\d$/.test(first.text)) return [{ value, shape: 'grouped', ...span }]
  return alone(chain)
}

function alone(chain: readonly Token[]): Candidate[] {
  return chain
    .filter((token) => /^\d{4,8}$/.test(token.text))
    .map((token) => ({ value: token.text, shape: 'digits', start: token.start, end: token.end }))
}

/** 1 2 3 4 5: pages, or a scale. */
function isCounting(value: string): boolean {
  return value.length < 6 ? '0123456789'.includes(value) : '012345678910'.includes(value) && value.length > 7
}
