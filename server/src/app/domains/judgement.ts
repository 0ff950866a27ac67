import type { RecordFinding } from '../../domain/custom-domain.ts'
import type { DnsFailure } from '../../domain/dns-lookup.ts'

/** What is to be said of one record. */
export type Judgement = Pick<RecordFinding, 'found' | 'status' | 'hint'>

const MAX_SHOWN = 20
const MAX_SHOWN_LENGTH = 255
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** What strangers wrote, such that it can be put on a page. */
export function show(found: readonly string[]): readonly string[] {
  const shown = found.slice(0, MAX_SHOWN).map(showOne)
  const rest = found.length - shown.length
  return rest > 0 ? [...shown, `and ${rest} more`] : shown
}

/** Cut where it is too long. */
export function showOne(text: string): string {
  const clean = text
    .slice(0, 2 * MAX_SHOWN_LENGTH)
    .toWellFormed()
    .replace(UNSHOWABLE, '\u{fffd}')
  return clean.length > MAX_SHOWN_LENGTH ? `${clean.slice(0, MAX_SHOWN_LENGTH - 1).toWellFormed()}…` : clean
}

export function ok(found: readonly string[], hint: string | null = null): Judgement {
  return { found: show(found), status: 'ok', hint }
}

export function wrong(found: readonly string[], hint: string): Judgement {
  return { found: show(found), status: 'wrong', hint }
}

export function missing(hint: string): Judgement {
  return { found: [], status: 'missing', hint }
}

const FAILURE_HINTS: Readonly<Record<DnsFailure, string>> = {
  timeout: 'did not answer in time. If it stays so, look at whether your DNS provider has a disturbance',
  servfail:
    'answered with an error (SERVFAIL). Mostly the zone is not set up whole, or its DNSSEC signatures do not hold: ask your DNS provider',
  refused: 'do not answer for this domain (REFUSED). Look at whether the registrar names the right name servers',
  malformed: 'answered with something that cannot be read. Ask your DNS provider',
}

/** Nothing was found out, and nothing changes by it. */
export function unanswered(name: string, failure: DnsFailure): Judgement {
  const hint = `The name servers for ${name} ${FAILURE_HINTS[failure]}. We ask again by ourselves.`
  return { found: [], status: 'error', hint }
}
