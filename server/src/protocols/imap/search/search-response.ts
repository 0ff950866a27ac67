import type { Numbering } from '../messages.ts'
import { formatSet } from '../sequence-set.ts'
import { string } from '../serialise.ts'
import type { Numbered } from '../view.ts'

export const RETURN_OPTIONS = ['MIN', 'MAX', 'ALL', 'COUNT'] as const
export type ReturnOption = (typeof RETURN_OPTIONS)[number]

const highest = (messages: readonly Numbered[]) => messages.reduce((top, { row }) => Math.max(top, row.modSeq), 0)

/** RFC 3501 §7.2.5, with the highest mod-sequence of what was found where one was asked for (RFC 7162 §3.1.6). */
export function searchResponse(found: readonly Numbered[], numbering: Numbering, withModSeq: boolean): string {
  const numbers = found.map(({ seq, row }) => ` ${numbering === 'uid' ? row.uid : seq}`).join('')
  return `* SEARCH${numbers}${withModSeq && found.length > 0 ? ` (MODSEQ ${highest(found)})` : ''}`
}

/** RFC 4731 §3.1: of nothing there is neither MIN nor MAX nor ALL, but a COUNT. */
export function esearchResponse(
  tag: string,
  options: ReadonlySet<ReturnOption>,
  found: readonly Numbered[],
  numbering: Numbering,
  withModSeq: boolean,
): string {
  const numbers = found.map(({ seq, row }) => (numbering === 'uid' ? row.uid : seq))
  const parts = [`* ESEARCH (TAG ${string(tag)})`]
  if (numbering === 'uid') parts.push('UID')
  if (found.length > 0) {
    if (options.has('MIN')) parts.push(`MIN ${numbers[0]}`)
    if (options.has('MAX')) parts.push(`MAX ${numbers.at(-1)}`)
    if (options.has('ALL')) parts.push(`ALL ${formatSet(numbers)}`)
  }
  if (options.has('COUNT')) parts.push(`COUNT ${found.length}`)
  if (withModSeq && found.length > 0) parts.push(`MODSEQ ${highest(named(options, found))}`)
  return parts.join(' ')
}

/** RFC 4731 §3.2: the mod-sequence is that of the messages which the response names. */
function named(options: ReadonlySet<ReturnOption>, found: readonly Numbered[]): readonly Numbered[] {
  if (options.has('ALL') || options.has('COUNT')) return found
  return [...(options.has('MIN') ? found.slice(0, 1) : []), ...(options.has('MAX') ? found.slice(-1) : [])]
}
