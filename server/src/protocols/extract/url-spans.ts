export interface Span {
  readonly start: number
  readonly end: number
}

const SCHEME = /^[a-z][a-z0-9+.-]*$/i
const URL_END = /[\s<>"\]|\u3000]/g

/** Where addresses of pages stand. Linear: each search starts where the last one ended. */
export function urlSpans(text: string): Span[] {
  const spans: Span[] = []
  const scheme = finder(text, '://')
  const www = finder(text, 'www.')
  let at = 0
  for (;;) {
    const found = Math.min(scheme(at), www(at))
    if (found === Number.POSITIVE_INFINITY) return spans
    URL_END.lastIndex = found + 3
    const end = URL_END.exec(text)?.index ?? text.length
    spans.push({ start: text[found] === ':' ? schemeStart(text, found, at) : found, end })
    at = end
  }
}

/** The next place from a position on; asked in rising order, it looks at each character once. */
function finder(text: string, sought: string): (from: number) => number {
  let next = -1
  return (from) => {
    if (next < from) {
      const found = text.indexOf(sought, from)
      next = found < 0 ? Number.POSITIVE_INFINITY : found
    }
    return next
  }
}

function schemeStart(text: string, colon: number, after: number): number {
  let start = colon
  while (start > after && start > colon - 10 && SCHEME.test(text[start - 1] as string)) start--
  return start
}
