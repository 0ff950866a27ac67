import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { ALLOWED, VOID } from './element-kinds.ts'
import { escapeAttribute, escapeText } from './escape-html.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Only what the document around the mail is made of may stand beside the allow-list. */
const AROUND = new Set(['html', 'head', 'meta', 'base', 'style', 'body'])
const ATTRIBUTES =
  /^(?:abbr|align|alt|background|bgcolor|border|cellpadding|cellspacing|charset|class|clear|color|colspan|content|data-mayfly|data-remote-image|dir|face|height|href|hspace|http-equiv|id|lang|link|name|noshade|nowrap|rel|reversed|role|rowspan|scope|size|span|src|start|style|summary|target|text|title|type|valign|value|vspace|width)$/

/** A document parsed as a browser would, and written from the tree: equal to its source only if nothing moved. */
export function readBack(html: string): string {
  return parse(html).childNodes.map(write).join('')
}

/** What in the tree of a document is on no list. */
export function foundOutside(html: string): string[] {
  return parse(html).childNodes.flatMap(outside)
}

function isElement(node: Node): node is Element {
  return 'tagName' in node
}

function outside(node: Node): string[] {
  if (!isElement(node)) return node.nodeName === '#comment' ? ['a comment'] : []
  const found = node.childNodes.flatMap(outside)
  const { tagName, namespaceURI } = node
  const isAround = AROUND.has(tagName) && ['html', 'head', '#document'].includes(node.parentNode?.nodeName ?? '')
  if (!(ALLOWED.has(tagName) || isAround)) found.push(tagName)
  if (namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push(namespaceURI)
  for (const { name } of node.attrs) if (!ATTRIBUTES.test(name)) found.push(`${tagName} ${name}`)
  return found
}

function write(node: Node): string {
  if (node.nodeName === '#documentType') return '<!DOCTYPE html>'
  if ('value' in node) {
    const isRaw = node.parentNode?.nodeName === 'style'
    return isRaw ? node.value : escapeText(node.value)
  }
  if (!isElement(node)) return `<!-- ${node.nodeName} -->`
  const attributes = node.attrs.map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`).join('')
  const start = `<${node.tagName}${attributes}>`
  if (VOID.has(node.tagName) || node.tagName === 'meta' || node.tagName === 'base') return start
  return `${start}${node.childNodes.map(write).join('')}</${node.tagName}>`
}
