import type { WholeMail } from './mail-tools.ts'
import { sliceWhole } from './visible-text.ts'

/** Characters of a body in one answer: what a model reads, its user pays for. */
export const PART = 4_000

export interface BodyWish {
  readonly html: boolean
  /** Where to begin, in characters of the body as it came. */
  readonly offset: number
}

export const WHOLE_TEXT: BodyWish = { html: false, offset: 0 }

export interface BodyPart {
  readonly part: string
  readonly length: number
  /** Where the rest begins; null where there is none. */
  readonly next: number | null
}

export function bodyPart(mail: WholeMail, { html, offset }: BodyWish): BodyPart {
  const body = html ? mail.html : mail.text
  const end = offset + PART
  return { part: sliceWhole(body, offset, end), length: body.length, next: end < body.length ? end : null }
}
