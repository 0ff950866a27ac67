import { cleanDeclarations } from './clean-declarations.ts'
import type { SafeHtmlOptions } from './safe-html-options.ts'

const MAX_STYLE = 64 * 1024
/** Of all style attributes that differ, in one document. */
const MAX_STYLES = 1024 * 1024

/** Cleans the style attributes of one document: newsletters repeat a few on every cell, and each is read once. */
export function cleanStyleAttributes(options: SafeHtmlOptions): (css: string) => string {
  const known = new Map<string, string>()
  let length = 0
  return (css) => {
    const clean = known.get(css)
    if (clean !== undefined) return clean
    length += css.length
    if (css.length > MAX_STYLE || length > MAX_STYLES) return ''
    const fresh = cleanDeclarations(css, options)
    known.set(css, fresh)
    return fresh
  }
}
