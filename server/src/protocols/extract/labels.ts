import type { Candidate } from './candidates.ts'
import type { Hit } from './scan-keywords.ts'

export const SENTENCE_END = /(?<!\.)[.!?。！？।](?=\s|$)|[。！？।]|\n\s*\n/
const YOURS =
  /(?<!\p{L})(?:your|ihr|ihre|dein|deine|votre|ton|tu|su|seu|sua|tuo|suo|tua|sua|je|jouw|uw|twój|twoje|ваш|твой|твій|您的|你的|あなたの|आपका)(?!\p{L})[^.!?\n]{0,24}$/iu
/** What ends so gives something next. */
export const ANNOUNCED = /(?::|\s(?:is|ist|lautet|est|est le|es|é|è)\s|[はが是为為])[\s*"'([「【]{0,4}$/

/** `The code for your order 4410 is …` */
export function isAnnounced(gap: string): boolean {
  return gap.length <= 80 && ANNOUNCED.test(gap) && !gap.includes('\n') && !SENTENCE_END.test(gap)
}

const LABEL_GAP =
  /^[\s"'«„“)\]]{0,3}(?:[:=\-→>.…]+|is|ist|lautet|est|es|é|è|to|:\s*is|は|是|为|為|:|هو|هي|-)?[\s:"'«„“([{「『【*]{0,24}$/

/** `code: 482913`, `code is 482913` */
export function isLabelled(text: string, hit: Hit | undefined, candidate: Candidate): boolean {
  if (hit === undefined || (hit.kind !== 'one-time' && hit.kind !== 'code')) return false
  return candidate.start - hit.end <= 24 && LABEL_GAP.test(text.slice(hit.end, candidate.start).toLowerCase())
}

/** `your code`: what is sent to one reader. */
export function isYours(text: string, hit: Hit | undefined): boolean {
  if (hit === undefined || (hit.kind !== 'one-time' && hit.kind !== 'code')) return false
  return YOURS.test(text.slice(Math.max(0, hit.start - 34), hit.start))
}

const LABEL_AFTER = /^["'»”)\]]?\s(?:is|ist|est|es|é|è|to|-|is je|—)\s[^.:;\n\d]{0,30}$/

/** `482913 is your code` */
export function isLabelledAfter(text: string, hit: Hit | undefined, candidate: Candidate): boolean {
  if (hit === undefined || (hit.kind !== 'one-time' && hit.kind !== 'code')) return false
  return hit.start - candidate.end <= 40 && LABEL_AFTER.test(text.slice(candidate.end, hit.start).toLowerCase())
}
