import { cleanImage, cleanLink } from './clean-address.ts'
import { cleanName } from './clean-name.ts'
import { escapeAttribute } from './escape-html.ts'
import type { Attributes } from './read-tokens.ts'
import type { SafeHtmlOptions } from './safe-html-options.ts'

type Check = (value: string) => string | null
type Checks = Readonly<Record<string, Check | undefined>>

/** `style` cleans the value of a style attribute. */
export type AttributeOptions = SafeHtmlOptions & { readonly style: (css: string) => string }

const matching =
  (shape: RegExp): Check =>
  (value) =>
    shape.test(value) ? value : null
const upTo =
  (most: number): Check =>
  (value) =>
    /^\d{1,6}$/.test(value) ? String(Math.min(Number(value), most)) : null
const text: Check = (value) => value.slice(0, 2000).toWellFormed()
const flag: Check = () => ''
const word = matching(/^[a-z-]{1,20}$/i)
const length = matching(/^\d{1,5}(?:\.\d{1,3})?(?:%|px)?$/)
const colour = matching(/^(?:#[0-9a-f]{3,8}|[0-9a-f]{6}|[a-z]{3,30})$/i)
const language = matching(/^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i)
const names: Check = (value) => {
  const clean = value.split(/\s+/, 50).map(cleanName)
  return clean.filter((name) => name !== null).join(' ') || null
}

const EVERYWHERE: Checks = checks({
  align: word,
  bgcolor: colour,
  class: names,
  dir: matching(/^(?:ltr|rtl|auto)$/i),
  height: length,
  id: cleanName,
  lang: language,
  role: matching(/^(?:presentation|none)$/i),
  title: text,
  valign: word,
  width: length,
})

const CELL: Checks = checks({ colspan: upTo(100), rowspan: upTo(1000), nowrap: flag, abbr: text, scope: word })
const COLUMN: Checks = checks({ span: upTo(100) })

const BY_ELEMENT: Readonly<Record<string, Checks | undefined>> = {
  __proto__: null as never,
  body: checks({ text: colour, link: colour }),
  br: checks({ clear: word }),
  col: COLUMN,
  colgroup: COLUMN,
  font: checks({ color: colour, face: matching(/^[\w ,.\-'\u00a1-\uffff]{1,200}$/), size: matching(/^[+-]?\d$/) }),
  hr: checks({ color: colour, noshade: flag, size: upTo(100) }),
  html: checks({}),
  img: checks({ alt: text, border: upTo(100), hspace: upTo(100), vspace: upTo(100) }),
  li: checks({ type: word, value: upTo(100_000) }),
  ol: checks({ reversed: flag, start: upTo(100_000), type: matching(/^[1aAiI]$/) }),
  table: checks({ border: upTo(100), cellpadding: upTo(100), cellspacing: upTo(100), summary: text }),
  td: CELL,
  th: CELL,
  ul: checks({ type: word }),
}

/** The elements whose `background` is an image. */
const WITH_BACKGROUND = new Set(['body', 'table', 'td', 'th'])

/** No prototype: an attribute may be called `constructor`. */
function checks(table: Record<string, Check>): Checks {
  return Object.assign(Object.create(null) as Record<string, Check>, table)
}

/** What may stand after the name in a start tag, with a space before each attribute. */
export function cleanAttributes(element: string, attributes: Attributes, options: AttributeOptions): string {
  const has = (name: string) => attributes.some((attribute) => attribute.name === name)
  let written = ''
  for (const { name, value } of attributes) {
    if (element === 'img' && name === 'src') written += source(value, options)
    else if (element === 'img' && name === 'data-remote-image' && !has('src')) written += BLOCKED
    else if (element === 'a' && name === 'href') written += link(value)
    else if (element === 'a' && name === 'name' && !has('id')) written += attribute('id', cleanName(value))
    else if (name === 'style') written += attribute(name, options.style(value) || null)
    else if (name === 'background' && WITH_BACKGROUND.has(element)) written += background(value, options)
    else written += attribute(name, (BY_ELEMENT[element]?.[name] ?? EVERYWHERE[name])?.(value) ?? null)
  }
  return written
}

function attribute(name: string, value: string | null): string {
  return value === null ? '' : ` ${name}="${escapeAttribute(value)}"`
}

const BLOCKED = attribute('data-remote-image', '')

function source(value: string, options: SafeHtmlOptions): string {
  const image = cleanImage(value, options)
  if (image.kind === 'shown') return attribute('src', image.address)
  return image.kind === 'blocked' ? BLOCKED : ''
}

function background(value: string, options: SafeHtmlOptions): string {
  const image = cleanImage(value, options)
  return image.kind === 'shown' ? attribute('background', image.address) : ''
}

function link(value: string): string {
  const href = cleanLink(value)
  if (href === null) return ''
  // A link inside the mail stays in its frame, against the target that the document gives all links.
  if (href.startsWith('#')) return `${attribute('href', href)} target="_self"`
  return `${attribute('href', href)} rel="noopener noreferrer nofollow" target="_blank"`
}
