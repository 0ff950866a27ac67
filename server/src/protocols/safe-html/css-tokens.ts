export type CssToken = {
  readonly kind: 'space' | 'string' | 'url' | 'function' | 'word' | 'number' | 'hash' | 'at' | 'mark'
  /** As written; of a string or an address, only what is inside. */
  readonly text: string
}

/**
 * CSS Syntax Level 3 §4, but for escapes: a backslash is a mark of its own, which no rule lets through. A string that
 * holds one is read to its end, so that what follows is read as a browser reads it, and then counts as a backslash.
 */
const TOKEN = new RegExp(
  [
    String.raw`\/\*[^]*?(?:\*\/|$)|<!--|-->`,
    String.raw`[ \t\n\r\f]+`,
    String.raw`"[^"\\\n]*(?:\\[^][^"\\\n]*)*(?:"|\n|$)?|'[^'\\\n]*(?:\\[^][^'\\\n]*)*(?:'|\n|$)?`,
    String.raw`url\([ \t\n\r\f]*[^"'()\\\s]*[ \t\n\r\f]*\)`,
    String.raw`-{0,2}[a-z_\u00a1-\uffff][\w\-\u00a1-\uffff]*\(?`,
    String.raw`[+-]?(?:\d*\.\d+|\d+)(?:%|[a-z]+)?`,
    String.raw`[#@][\w-]+`,
    '[^]',
  ].join('|'),
  'iy',
)

export function readCssTokens(css: string): CssToken[] {
  const tokens: CssToken[] = []
  TOKEN.lastIndex = 0
  for (let from = 0; TOKEN.test(css); from = TOKEN.lastIndex) {
    const token = tokenOf(css.slice(from, TOKEN.lastIndex))
    if (token !== null) tokens.push(token)
  }
  return tokens
}

/** Which alternative matched, told by how it begins and ends: groups would cost more than all the rest. */
function tokenOf(text: string): CssToken | null {
  const first = text[0] ?? ''
  if (/\s/.test(first)) return { kind: 'space', text }
  if (first === '"' || first === "'") return stringOf(text)
  if (text.length === 1) return /[a-z_\u00a1-\uffff]/i.test(text) ? word(text) : digitOrMark(text)
  if (text.startsWith('/*') || text === '<!--' || text === '-->') return null
  if (first === '#') return { kind: 'hash', text }
  if (first === '@') return { kind: 'at', text }
  if (text.endsWith('(')) return { kind: 'function', text: text.slice(0, -1) }
  if (text.endsWith(')')) return { kind: 'url', text: text.slice(4, -1).trim() }
  return /^[+-]?[.\d]/.test(text) ? { kind: 'number', text } : word(text)
}

function word(text: string): CssToken {
  return { kind: 'word', text }
}

function digitOrMark(text: string): CssToken {
  return { kind: /\d/.test(text) ? 'number' : 'mark', text }
}

function stringOf(text: string): CssToken {
  const isWhole = text.length > 1 && text.endsWith(text[0] ?? '') && !text.includes('\\')
  return isWhole ? { kind: 'string', text: text.slice(1, -1) } : { kind: 'mark', text: '\\' }
}

export function isMark(token: CssToken | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text
}
