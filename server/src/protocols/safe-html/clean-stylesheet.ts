import { cleanDeclarations } from './clean-declarations.ts'
import { cleanName } from './clean-name.ts'
import { type CssToken, isMark, readCssTokens } from './css-tokens.ts'
import { ALLOWED } from './element-kinds.ts'
import type { SafeHtmlOptions } from './safe-html-options.ts'

const PSEUDO_CLASSES = new Set(['active', 'first-child', 'focus', 'hover', 'last-child', 'link', 'visited'])

/** The rules of a style element, and those of its @media, with names as `cleanName` gives them to the elements. */
export function cleanStylesheet(css: string, options: SafeHtmlOptions): string {
  return cleanRules(readCssTokens(css), options, false)
}

function cleanRules(tokens: readonly CssToken[], options: SafeHtmlOptions, inMedia: boolean): string {
  let written = ''
  for (let at = 0; at < tokens.length; ) {
    const rule = ruleAt(tokens, at)
    at = rule.end
    const first = rule.prelude.find(({ kind }) => kind !== 'space')
    if (rule.block === null || first === undefined) continue
    if (first.kind !== 'at') written += cleanRule(rule.prelude, rule.block, options)
    else if (first.text.toLowerCase() === '@media' && !inMedia) {
      const query = cleanQuery(rule.prelude)
      const rules = query === null ? '' : cleanRules(rule.block, options, true)
      if (rules !== '') written += `@media ${query}{${rules}}`
    }
  }
  return written
}

/** CSS Syntax Level 3 §5.4: to the end of the first block, or for an at-rule, of a semicolon before it. */
function ruleAt(tokens: readonly CssToken[], from: number) {
  let depth = 0
  let open = -1
  let at = from
  let isAt = false
  for (; at < tokens.length; at++) {
    const token = tokens[at]
    if (open < 0 && token?.kind === 'at') isAt = true
    if (isMark(token, '{')) {
      if (depth++ === 0) open = at
    } else if (isMark(token, '}')) {
      if (--depth <= 0) break
    } else if (open < 0 && isAt && isMark(token, ';')) break
  }
  const block = open < 0 ? null : tokens.slice(open + 1, at)
  return { prelude: tokens.slice(from, open < 0 ? at : open), block, end: at + 1 }
}

function cleanRule(prelude: readonly CssToken[], block: readonly CssToken[], options: SafeHtmlOptions): string {
  const selectors = splitAtCommas(prelude).map(cleanSelector)
  const kept = selectors.filter((selector) => selector !== null)
  const declarations = kept.length === 0 ? '' : cleanDeclarations(block, options)
  return declarations === '' ? '' : `${kept.join(',')}{${declarations}}`
}

function splitAtCommas(tokens: readonly CssToken[]): CssToken[][] {
  const lists: CssToken[][] = [[]]
  for (const token of tokens) {
    if (isMark(token, ',')) lists.push([])
    else lists.at(-1)?.push(token)
  }
  return lists
}

/** Type, class, id and a few harmless pseudo-classes, with any combinator; null for anything else. */
function cleanSelector(tokens: readonly CssToken[]): string | null {
  let selector = ''
  let between = ''
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as CssToken
    if (token.kind === 'space') {
      between ||= ' '
    } else if (token.kind === 'mark' && /^[>+~]$/.test(token.text)) {
      if (selector === '' || between.trim() !== '') return null
      between = token.text
    } else {
      const piece = simpleSelector(token, tokens[at + 1], selector === '' || between !== '')
      if (piece === null) return null
      if (token.kind === 'mark' && token.text !== '*') at++
      selector += (selector === '' ? '' : between) + piece
      between = ''
    }
  }
  return selector === '' || between.trim() !== '' ? null : selector
}

function simpleSelector(token: CssToken, next: CssToken | undefined, isFirst: boolean): string | null {
  const word = next?.kind === 'word' ? next.text : ''
  if (token.kind === 'hash') return prefixedOrNull('#', token.text.slice(1))
  if (isMark(token, '.')) return prefixedOrNull('.', word)
  if (isMark(token, ':')) return PSEUDO_CLASSES.has(word.toLowerCase()) ? `:${word.toLowerCase()}` : null
  if (isMark(token, '*')) return isFirst ? '*' : null
  const name = token.kind === 'word' ? token.text.toLowerCase() : ''
  return isFirst && (ALLOWED.has(name) || name === 'body') ? name : null
}

function prefixedOrNull(sign: string, name: string): string | null {
  const clean = cleanName(name)
  return clean === null ? null : sign + clean
}

/** `screen and (max-width: 600px)`: words, and features in parentheses. */
function cleanQuery(prelude: readonly CssToken[]): string | null {
  const solid = prelude.filter(({ kind }) => kind !== 'space').slice(1)
  if (solid.length === 0 || solid.length > 50) return null
  const known = solid.every(
    ({ kind, text }) =>
      (kind === 'word' && text.length <= 50) || kind === 'number' || (kind === 'mark' && /^[():,]$/.test(text)),
  )
  const balance = solid.reduce((depth, token) => depth + Number(isMark(token, '(')) - Number(isMark(token, ')')), 0)
  return known && balance === 0 ? solid.map(({ text }) => text).join(' ') : null
}
