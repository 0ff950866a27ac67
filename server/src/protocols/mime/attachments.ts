import type { Buffer } from 'node:buffer'
import { cut, fieldText } from './header-fields.ts'
import { parameterText } from './parameters.ts'
import type { Part } from './part.ts'
import { decodedSize } from './transfer-encoding.ts'

export type Attachment = {
  /** From 0, in the order of the mail. */
  index: number
  filename: string
  content_type: string
  /** After decoding. */
  size_bytes: number
  /** Without its angle brackets. */
  content_id: string | null
  inline: boolean
}

const MAX_FILENAME = 255
const MAX_EXTENSION = 20
const MAX_TYPE = 127
const MAX_CONTENT_ID = 998
/** Path separators, and the characters that turn the direction of writing (UAX #9). */
const UNSAFE = /[/\\\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The leaves of a mail, each once, in its order: those read as text, and the rest. */
export type Leaves = {
  readonly all: readonly Part[]
  readonly body: ReadonlySet<Part>
  readonly attached: readonly Part[]
}

/**
 * Read as text: plain text and HTML that is not marked as an attachment. A part that has a file name counts only where no
 * text came before it: what is sent after the letter, with a name, is a file.
 */
export function sortLeaves(root: Part): Leaves {
  const all = leavesOf(root)
  const body = new Set<Part>()
  for (const leaf of all) {
    if (isReadable(leaf) && (body.size === 0 || namedBy(leaf) === '')) body.add(leaf)
  }
  return { all, body, attached: all.filter((leaf) => !body.has(leaf) && (leaf !== root || leaf.end > leaf.start)) }
}

function leavesOf(part: Part): Part[] {
  return part.kind === 'container' ? part.children.flatMap(leavesOf) : [part]
}

function isReadable(leaf: Part): boolean {
  if (leaf.kind === 'opaque' || leaf.disposition.value === 'attachment') return false
  const { value } = leaf.type
  return value === 'text/plain' || value === 'text/html' || value.startsWith('multipart/')
}

function namedBy(part: Part): string {
  return parameterText(part.disposition, 'filename') || parameterText(part.type, 'name')
}

export function describeAttachment(raw: Buffer, part: Part, index: number): Attachment {
  const contentId = cut(fieldText(part.contentId).replace(/^<|>$/g, ''), MAX_CONTENT_ID)
  return {
    index,
    filename: safeFilename(namedBy(part), index),
    content_type: cut(fieldText(part.type.value), MAX_TYPE),
    size_bytes: decodedSize(raw.subarray(part.start, part.end), part.encoding),
    content_id: contentId === '' ? null : contentId,
    inline: part.disposition.value === 'inline' || (part.disposition.value === '' && contentId !== ''),
  }
}

/** A name that stays in the folder it is saved to and reads as what it is; one of dots only is no name. */
export function safeFilename(name: string, index: number): string {
  const safe = name.toWellFormed().replace(UNSAFE, '').trim()
  if (/^[.\s]*$/.test(safe)) return `attachment-${index + 1}`
  if (safe.length <= MAX_FILENAME) return safe
  const dot = safe.lastIndexOf('.')
  const extension = dot > 0 && safe.length - dot <= MAX_EXTENSION ? safe.slice(dot) : ''
  return cut(safe.slice(0, safe.length - extension.length), MAX_FILENAME - extension.length) + extension
}
