import { type Candidate, findCandidates } from './candidates.ts'
import { compact, type Emphasis, emphasised } from './emphasised.ts'
import { toPlainScript } from './plain-script.ts'
import { type Reading, read } from './reading.ts'
import type { Hit } from './scan-keywords.ts'
import { logOdds, type MailTopic, probability } from './score.ts'
import { surroundings } from './surroundings.ts'

export interface FoundCode {
  /** As a person would type it. */
  readonly value: string
  /** How likely it is right, 0 to 1. */
  readonly confidence: number
  readonly source: 'subject' | 'text' | 'html'
}

export interface MailTexts {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The HTML as readable text, where there is a plain text beside it. */
  readonly htmlText: string
}

interface Scored {
  readonly value: string
  readonly odds: number
  readonly source: FoundCode['source']
}

const MAX_CHARS = 256 * 1024
const MAX_SUBJECT = 2_000
const MAX_CODES = 10
/** Below even odds there is nothing to report. */
const LEAST = 0.5
/** Where one code is clear a second one is rare. */
const BESIDE_A_CLEAR_ONE = 5
const CLEAR = 1.4

/** The one-time codes of a mail, best first. */
export function extractCodes(mail: MailTexts): FoundCode[] {
  const parts = [
    toPlainScript(mail.subject.slice(0, MAX_SUBJECT).replace(/\s+/g, ' ')),
    toPlainScript(mail.text.slice(0, MAX_CHARS)),
    toPlainScript(mail.htmlText.slice(0, MAX_CHARS)),
  ]
  const candidates = parts.map(findCandidates)
  // Most mail ends here, before its words are looked at.
  if (candidates.every((found) => found.length === 0)) return []
  const readings = parts.map((part, index) => read(part, candidates[index] ?? []))
  const [subject, ...bodies] = readings as [Reading, Reading, Reading]
  const context: Context = {
    emphasis: mail.html === '' ? new Map() : emphasised(mail.html.slice(0, MAX_CHARS)),
    inSubject: new Set(subject.candidates.map(({ value }) => value)),
    inBody: new Set(bodies.flatMap(({ candidates }) => candidates.map(({ value }) => value))),
    mailTopic: topicOf(readings.flatMap(({ hits }) => hits)),
    plausible: new Set(readings.flatMap(plausibleValues)),
    subjectNames: subject.hits.some(({ kind }) => kind === 'one-time' || kind === 'code'),
  }
  const [text, htmlText] = bodies
  const textSource = mail.html !== '' && mail.htmlText === '' ? 'html' : 'text'
  const scored = [
    ...scorePart(subject, 'subject', context),
    ...scorePart(text, textSource, context),
    ...scorePart(htmlText, 'html', context),
  ]
  return report(scored)
}

interface Context {
  readonly emphasis: Emphasis
  readonly inSubject: ReadonlySet<string>
  readonly inBody: ReadonlySet<string>
  readonly mailTopic: MailTopic
  readonly subjectNames: boolean
  /** What could be a code by its looks, and is not another thing's number. */
  readonly plausible: ReadonlySet<string>
}

function plausibleValues({ candidates, rivals }: Reading): string[] {
  return candidates.filter((_, index) => rivals[index]).map(({ value }) => value)
}

function topicOf(hits: readonly Hit[]): MailTopic {
  const kinds = new Set(hits.map(({ kind }) => kind))
  if (kinds.has('one-time')) return 2
  if (kinds.has('topic')) return 1
  if (hits.filter(({ kind }) => kind === 'owner' || kind === 'qualifier' || kind === 'number').length >= 2) return -1
  return 0
}

function scorePart(reading: Reading, source: FoundCode['source'], context: Context): Scored[] {
  return reading.candidates.map((candidate, index) => {
    const { value, shape } = candidate
    const alone = source !== 'subject' && isAlone(reading.text, candidate)
    const odds = logOdds({
      value,
      shape,
      words: surroundings(reading, index, alone),
      looks: reading.looks[index] ?? new Set(),
      alone,
      emphasis: context.emphasis.get(compact(value)) ?? 0,
      inSubject: source === 'subject',
      repeated: context.inSubject.has(value) && context.inBody.has(value),
      mailTopic: context.mailTopic,
      subjectNames: context.subjectNames,
      sole: context.plausible.size === 1 && context.plausible.has(value),
    })
    return { value, odds, source }
  })
}

/** Punctuation and frames around it do not count. */
function isAlone(text: string, { start, end }: Candidate): boolean {
  return (
    !/[\p{L}\p{N}][^\n]*$/u.test(lineBefore(text, start)) && !/^[^\n]*[\p{L}\p{N}]/u.test(text.slice(end, end + 60))
  )
}

function lineBefore(text: string, start: number): string {
  const slice = text.slice(Math.max(0, start - 60), start)
  return slice.slice(slice.lastIndexOf('\n') + 1)
}

function report(scored: readonly Scored[]): FoundCode[] {
  const best = new Map<string, Scored>()
  for (const found of scored) {
    const known = best.get(found.value)
    if (known === undefined || found.odds > known.odds) best.set(found.value, found)
  }
  const ranked = [...best.values()].sort((a, b) => b.odds - a.odds)
  const isClear = (ranked[0]?.odds ?? 0) >= CLEAR
  return ranked
    .map(({ value, odds, source }, rank) => ({
      value,
      confidence: Math.round(probability(rank > 0 && isClear ? odds - BESIDE_A_CLEAR_ONE : odds) * 1000) / 1000,
      source,
    }))
    .filter(({ confidence }) => confidence >= LEAST)
    .slice(0, MAX_CODES)
}
