import { compile, type Formatter } from 'html-to-text'

/** Real mail nests tables in tables to a few dozen; html-to-text recurses, and htmlparser2 is quadratic in this. */
const MAX_DEPTH = 256
/** Bounds what a sender can do who misleads the count of the depth, with tags inside comments or attributes. */
const MAX_TAGS = 50_000

const alternativeText: Formatter = (image, _walk, builder) => {
  const text = image.attribs?.alt
  if (text) builder.addInline(text)
}

const cell: Formatter = (element, walk, builder) => {
  walk(element.children, builder)
  builder.addInline(' ')
}

/** Each level of these is written, or its text kept, again for every line inside it. */
const MAX_COSTLY_DEPTH = 8
let costlyDepth = 0

function bounded(format: string): Formatter {
  return (element, walk, builder, options) => {
    const inner = builder.options.formatters[format]
    if (inner === undefined || costlyDepth >= MAX_COSTLY_DEPTH) return walk(element.children, builder)
    costlyDepth++
    try {
      inner(element, walk, builder, options)
    } finally {
      costlyDepth--
    }
  }
}

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: MAX_DEPTH, ellipsis: '' },
  formatters: {
    alternativeText,
    cell,
    boundedAnchor: bounded('anchor'),
    boundedQuote: bounded('blockquote'),
    boundedOrdered: bounded('orderedList'),
    boundedUnordered: bounded('unorderedList'),
  },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    {
      selector: 'a',
      format: 'boundedAnchor',
      options: { hideLinkHrefIfSameAsText: true, pathRewrite: (href: string) => (isShown(href) ? href : '') },
    },
    { selector: 'blockquote', format: 'boundedQuote' },
    { selector: 'ol', format: 'boundedOrdered' },
    { selector: 'ul', format: 'boundedUnordered' },
    { selector: 'img', format: 'alternativeText' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'center', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    { selector: 'title', format: 'skip' },
    { selector: 'template', format: 'skip' },
  ],
})

/** An address that is a document of its own says nothing to a reader. */
function isShown(href: string): boolean {
  return !/^\s*(?:data|javascript|vbscript):/i.test(href)
}

/**
 * HTML as a person would read it: links as `text [href]`, one table row a line, images by their text.
 * At most `maxChars` of it are looked at; markup too deep or too dense for a tree only loses its tags.
 */
export function htmlToReadable(html: string, maxChars: number): string {
  const input = html.length > maxChars ? html.slice(0, maxChars) : html
  const text = isReasonable(input) ? convertOrStrip(input) : stripTags(input)
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

/** What no test of ours thought of may not cost a mail its text. */
function convertOrStrip(html: string): string {
  try {
    return convert(html)
  } catch {
    return stripTags(html)
  }
}

const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)|<!--/g
/** These have no end tag, or one that HTML lets its writer leave out. */
const NOT_COUNTED = new Set(
  'area base br col dd dt embed hr img input li link meta option p source td th tr track wbr tbody thead tfoot'.split(
    ' ',
  ),
)

function isReasonable(html: string): boolean {
  const open = new Map<string, number>()
  let depth = 0
  let tags = 0
  for (const [, slash, written] of html.matchAll(TAG)) {
    if (++tags > MAX_TAGS) return false
    const name = written?.toLowerCase() ?? ''
    if (name === '' || NOT_COUNTED.has(name)) continue
    const opened = open.get(name) ?? 0
    if (slash === '/' && opened === 0) continue // closes nothing
    const change = slash === '/' ? -1 : 1
    open.set(name, opened + change)
    depth += change
    if (depth > MAX_DEPTH * 4) return false
  }
  return true
}

/** Linear whatever the input: each search starts where the last one ended. */
function stripTags(html: string): string {
  let text = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) return text + html.slice(at)
    text += html.slice(at, open)
    const comment = html.startsWith('<!--', open)
    const close = html.indexOf(comment ? '-->' : '>', open)
    if (close < 0) return text
    text += ' '
    at = close + (comment ? 3 : 1)
  }
  return text
}
