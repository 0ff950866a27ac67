import { urlSpans } from './url-spans.ts'

export interface RawLink {
  readonly href: string
  readonly text: string
  /** What is said before it. */
  readonly around: string
}

const AROUND = 120
const CLOSERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '》': '《', '」': '「', '）': '（' }
const TRAILING = /[.,;:!?'"*_~…。，、；：！？»”’>]/

/** The addresses in plain text, as a reader would click them: without the punctuation of the sentence. */
export function textLinks(text: string, max: number): RawLink[] {
  const links: RawLink[] = []
  for (const { start, end } of urlSpans(text)) {
    if (links.length >= max) break
    const written = withoutTrailing(text.slice(start, Math.min(end, start + 4_200)))
    const href = /^www\./i.test(written) ? `http://${written}` : written
    if (!/^https?:\/\/[^\s/?#]/i.test(href)) continue
    links.push({ href, text: '', around: lastSentence(text.slice(Math.max(0, start - AROUND), start)) })
  }
  return links
}

/** A closing bracket belongs to the address only when it was opened in it: `(see https://a.test/x_(y))`. */
function withoutTrailing(written: string): string {
  // Characters of scripts without spaces go on the sentence; an address encodes them.
  const url = written.match(/^[^\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]*/)?.[0] ?? written
  const open = new Map<string, number>()
  for (const char of url) open.set(char, (open.get(char) ?? 0) + 1)
  let end = url.length
  while (end > 0) {
    const last = url[end - 1] as string
    const opener = CLOSERS[last]
    const isUnopened = opener !== undefined && (open.get(last) ?? 0) > (open.get(opener) ?? 0)
    if (!TRAILING.test(last) && !isUnopened) break
    open.set(last, (open.get(last) ?? 1) - 1)
    end--
  }
  return url.slice(0, end)
}

function lastSentence(before: string): string {
  const end = Math.max(before.lastIndexOf('\n\n'), before.lastIndexOf('. '), before.lastIndexOf('。'))
  return end < 0 ? before : before.slice(end + 1)
}
