import type { AttachmentContent } from '../domain/ports.ts'
import { DEFAULT_PARSE_LIMITS } from '../protocols/mime/parse-limits.ts'
import { readAttachment } from '../protocols/mime/read-attachment.ts'
import { makeSafeHtml } from '../protocols/safe-html/make-safe-html.ts'
import { describeStructure } from './describe-structure.ts'

/** What is too much for the main thread when a message is looked at. */
export type ViewTask =
  | { readonly kind: 'attachment'; readonly raw: Uint8Array; readonly index: number }
  | { readonly kind: 'structure'; readonly raw: Uint8Array }
  | {
      readonly kind: 'html'
      readonly raw: Uint8Array
      readonly html: string
      readonly images: ImageIndex
      readonly remote: boolean
    }

/** For each Content-ID the number of its part. */
export type ImageIndex = Readonly<Record<string, number>>

/** An image in the page is part of the page: it has no key with which it could be fetched. */
const SHOWN = /^image\/(?:png|gif|jpeg|webp)$/
const MAX_IMAGES_BYTES = 8 * 1024 * 1024

export function runViewTask(task: ViewTask): AttachmentContent | string | null {
  if (task.kind === 'structure') return describeStructure(task.raw)
  if (task.kind === 'attachment') return readAttachment(task.raw, task.index, DEFAULT_PARSE_LIMITS) ?? null
  const { raw, html, images, remote } = task
  let left = MAX_IMAGES_BYTES
  const cid = (contentId: string): string | null => {
    const index = Object.hasOwn(images, contentId) ? images[contentId] : undefined
    const image = index === undefined ? undefined : readAttachment(raw, index, DEFAULT_PARSE_LIMITS)
    if (!image || !SHOWN.test(image.content_type) || image.content.byteLength > left) return null
    left -= image.content.byteLength
    return `data:${image.content_type};base64,${image.content.toString('base64')}`
  }
  return makeSafeHtml(html, { cid, remote })
}
