import { cleanImage } from './clean-address.ts'
import { FUNCTIONS, IMAGE_FUNCTIONS, IMAGE_PROPERTIES, PROPERTIES, STRING_PROPERTIES } from './css-properties.ts'
import { type CssToken, isMark, readCssTokens } from './css-tokens.ts'
import type { SafeHtmlOptions } from './safe-html-options.ts'

const MAX_VALUE = 64 * 1024
const MAX_NESTING = 8

/** The declarations of a style attribute or of a rule that are known to be harmless, written anew from their tokens. */
export function cleanDeclarations(css: string | readonly CssToken[], options: SafeHtmlOptions): string {
  const tokens = typeof css === 'string' ? readCssTokens(css) : css
  const kept: string[] = []
  let from = 0
  let depth = 0
  for (let at = 0; at <= tokens.length; at++) {
    const token = tokens[at]
    if (token?.kind === 'function' || isMark(token, '(')) depth++
    if (isMark(token, ')')) depth--
    if (token !== undefined && !(isMark(token, ';') && depth <= 0)) continue
    const declaration = cleanDeclaration(tokens.slice(from, at), options)
    if (declaration !== null) kept.push(declaration)
    from = at + 1
    depth = 0
  }
  return kept.join(';')
}

function cleanDeclaration(tokens: readonly CssToken[], options: SafeHtmlOptions): string | null {
  const solid = tokens.filter(({ kind }) => kind !== 'space')
  const property = solid[0]?.kind === 'word' ? solid[0].text.toLowerCase() : ''
  if (!PROPERTIES.has(property) || !isMark(solid[1], ':')) return null
  const important = isMark(solid.at(-2), '!') && solid.at(-1)?.text.toLowerCase() === 'important'
  const value = cleanValue(property, solid.slice(2, important ? -2 : undefined), options)
  return value === null ? null : `${property}:${value}${important ? ' !important' : ''}`
}

/** White space between any two tokens means the same as none, but in front of a parenthesis, where none is written. */
function cleanValue(property: string, tokens: readonly CssToken[], options: SafeHtmlOptions): string | null {
  let value = ''
  let depth = 0
  let written = 0
  for (let at = 0; at < tokens.length; at++) {
    const piece = imageAt(property, tokens, at, options)
    if (piece !== null) at += piece.length - 1
    const text = piece?.text ?? cleanToken(property, tokens[at] as CssToken, depth)
    if (text === null) return null
    if (text.endsWith('(')) depth++
    if (text === ')') depth--
    if (depth < 0 || depth > MAX_NESTING || value.length > MAX_VALUE) return null
    value += value === '' || value.endsWith('(') || text === ')' || text === ',' ? text : ` ${text}`
    written++
  }
  return depth === 0 && written > 0 ? value : null
}

/** `url(x)` is one token, `url("x")` three. */
function imageAt(property: string, tokens: readonly CssToken[], at: number, options: SafeHtmlOptions) {
  if (!IMAGE_PROPERTIES.has(property)) return null
  const [first, second, third] = tokens.slice(at, at + 3)
  if (first?.kind === 'url') return { length: 1, text: imageText(first.text, options) }
  const isQuoted = first?.kind === 'function' && first.text.toLowerCase() === 'url' && second?.kind === 'string'
  return isQuoted && isMark(third, ')') ? { length: 3, text: imageText(second.text, options) } : null
}

function imageText(address: string, options: SafeHtmlOptions): string {
  const image = cleanImage(address, options)
  if (image.kind !== 'shown') return 'none' // and a colour beside it stays
  const encoded = image.address.replace(/["'()\\<>\s]|[^\x21-\x7e]/gu, percentEncoded)
  return `url("${encoded}")`
}

function percentEncoded(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

function cleanToken(property: string, token: CssToken, depth: number): string | null {
  const { kind, text } = token
  if (kind === 'word') return text.length <= 100 ? text : null
  if (kind === 'number') return text.length <= 30 ? text : null
  if (kind === 'hash') return /^#[0-9a-f]{3,8}$/i.test(text) ? text : null
  if (kind === 'string') return STRING_PROPERTIES.has(property) && isFontName(text) ? `"${text}"` : null
  if (kind === 'function') {
    const name = text.toLowerCase()
    return FUNCTIONS.has(name) || (IMAGE_PROPERTIES.has(property) && IMAGE_FUNCTIONS.has(name)) ? `${name}(` : null
  }
  if (kind !== 'mark') return null
  return text === ',' || text === '/' || (depth > 0 && /^[()*+-]$/.test(text)) ? text : null
}

function isFontName(text: string): boolean {
  return /^[\w .,\-\u00a1-\uffff]{0,100}$/.test(text)
}
