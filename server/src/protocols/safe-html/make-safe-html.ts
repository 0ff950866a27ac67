import { cleanAttributes } from './clean-attributes.ts'
import { cleanStyleAttributes } from './clean-style-attributes.ts'
import { cleanStylesheet } from './clean-stylesheet.ts'
import { ALLOWED } from './element-kinds.ts'
import { escapeAttribute } from './escape-html.ts'
import { type Attributes, readTokens } from './read-tokens.ts'
import { contentPolicy } from './safe-html-headers.ts'
import type { SafeHtmlOptions } from './safe-html-options.ts'
import { TreeWriter } from './tree-writer.ts'

const MAX_INPUT = 5 * 1024 * 1024
const MAX_CSS = 256 * 1024
/** Marks our own style element: read again, it is left out, and a mail that uses it loses only its own. */
const OURS = 'data-mayfly'

/** As an attribute: any style of the mail goes before it, and it colours the frame to its edges. */
const WHITE = ' bgcolor="#ffffff"'

const STYLE = [
  'html{color-scheme:light}',
  'body{margin:8px;font-family:sans-serif;overflow-wrap:break-word}',
  'img{max-width:100%}',
  'img[data-remote-image]{display:inline-block;overflow:hidden;outline:1px dashed #999;outline-offset:-1px;background:#f3f3f3;color:#666}',
].join('')

/** A whole HTML document that is safe to show. Never throws for what a sender wrote. */
export function makeSafeHtml(html: string, options: SafeHtmlOptions): string {
  const writer = new TreeWriter()
  const inner = { ...options, style: cleanStyleAttributes(options) }
  const attributes = new Map<string, string>()
  let css = ''
  let cssRead = 0
  readTokens(html.slice(0, MAX_INPUT).toWellFormed(), {
    start(name, given) {
      if (ALLOWED.has(name)) writer.start(name, () => `<${name}${cleanAttributes(name, given, inner)}>`)
      else if ((name === 'html' || name === 'body') && !attributes.has(name)) {
        attributes.set(name, cleanAttributes(name, given, inner))
      }
    },
    end(name) {
      if (ALLOWED.has(name)) writer.end(name)
    },
    text: (text) => writer.text(text),
    style(text, given) {
      cssRead += text.length
      if (isForScreens(given) && cssRead <= MAX_CSS) css += cleanStylesheet(text, options)
    },
  })
  const body = attributes.get('body') ?? ''
  return [
    `<!DOCTYPE html><html${attributes.get('html') ?? ''}><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(contentPolicy(options))}">`,
    '<meta http-equiv="x-dns-prefetch-control" content="off"><meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><base target="_blank">',
    `<style ${OURS}="">${STYLE}</style>${css === '' ? '' : `<style>${css}</style>`}</head>`,
    `<body${body}${body.includes(' bgcolor="') ? '' : WHITE}>${writer.finish()}</body></html>`,
  ].join('')
}

function isForScreens(attributes: Attributes): boolean {
  const value = (name: string) =>
    attributes
      .find((attribute) => attribute.name === name)
      ?.value.trim()
      .toLowerCase()
  return (
    value(OURS) === undefined &&
    /^(?:text\/css)?$/.test(value('type') ?? '') &&
    /^(?:all|screen)?$/.test(value('media') ?? '')
  )
}
