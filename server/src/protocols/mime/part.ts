import type { Field } from './header-fields.ts'
import { type Parameterised, parseParameters } from './parameters.ts'
import { type TransferEncoding, transferEncodingOf } from './transfer-encoding.ts'

/** One body part (RFC 2045 §2.4). Its body is `raw.subarray(start, end)`, still in its transfer encoding. */
export type Part = {
  readonly fields: readonly Field[]
  readonly type: Parameterised
  readonly disposition: Parameterised
  readonly encoding: TransferEncoding
  readonly contentId: string
  readonly children: Part[]
  /** A container is nothing but its children; what is opaque was not looked into. A multipart left a leaf is plain text. */
  kind: 'container' | 'leaf' | 'opaque'
  readonly start: number
  end: number
}

const TYPE = /^[^\s/;"]+\/[^\s/;"]+$/

export function makePart(fields: readonly Field[], fallbackType: string, start: number, end: number): Part {
  const written = parseParameters(first(fields, 'content-type') ?? fallbackType)
  // RFC 2045 §5.2: what is no type means text/plain.
  const type = TYPE.test(written.value) ? written : { value: 'text/plain', raw: written.raw }
  return {
    fields,
    type,
    disposition: parseParameters(first(fields, 'content-disposition') ?? ''),
    encoding: transferEncodingOf(first(fields, 'content-transfer-encoding') ?? ''),
    contentId: first(fields, 'content-id') ?? '',
    children: [],
    kind: type.value.startsWith('multipart/') ? 'container' : 'leaf',
    start,
    end,
  }
}

/** The first field of that name, its value as written. */
export function first(fields: readonly Field[], name: string): string | undefined {
  return fields.find((field) => field.name.length === name.length && field.name.toLowerCase() === name)?.value
}
