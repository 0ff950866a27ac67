import type { Disposition, Parameters } from './body-part.ts'
import { readFields, trimBlanks } from './header-fields.ts'
import { parseParameterised } from './parameters.ts'

/** What a header says of the body under it (RFC 2045 §3, RFC 2183, RFC 1864, RFC 3282, RFC 2557). */
export type Content = {
  readonly type: string
  readonly subtype: string
  readonly params: Parameters
  readonly id: string | null
  readonly description: string | null
  readonly encoding: string
  readonly md5: string | null
  readonly disposition: Disposition | null
  readonly language: readonly string[]
  readonly location: string | null
}

type MediaType = Pick<Content, 'type' | 'subtype' | 'params'>

/** RFC 2045 §5.2: what is said of a body by saying nothing, or nothing that can be read. */
export const PLAIN_TEXT: MediaType = { type: 'text', subtype: 'plain', params: [['charset', 'us-ascii']] }
/** RFC 2046 §5.1.5: the same, inside a multipart/digest. */
export const MESSAGE: MediaType = { type: 'message', subtype: 'rfc822', params: [] }

const FIELDS: ReadonlySet<string> = new Set(
  ['type', 'transfer-encoding', 'id', 'description', 'disposition', 'md5', 'language', 'location'].map(
    (name) => `content-${name}`,
  ),
)
const TOKEN = "[!#$%&'*+.0-9A-Z^_`a-z{|}~-]+"
const MEDIA_TYPE = new RegExp(`^(${TOKEN})[ \\t]*/[ \\t]*(${TOKEN})`)
const FIRST_TOKEN = new RegExp(`^${TOKEN}`)

/** Where a field is repeated the first counts. */
export function readContent(header: string, fallback: MediaType, maxParameters: number): Content {
  const fields = readFields(header, FIELDS)
  const first = (name: string) => fields.get(`content-${name}`)?.[0] ?? ''
  const type = first('type')
  return {
    ...(type === '' ? fallback : readMediaType(type, maxParameters)),
    id: first('id') || null,
    description: first('description') || null,
    encoding: firstToken(parseParameterised(first('transfer-encoding'), 0).value) || '7bit',
    md5: first('md5') || null,
    disposition: readDisposition(first('disposition'), maxParameters),
    language: readLanguages(first('language'), maxParameters),
    location: first('location') || null,
  }
}

function readMediaType(field: string, maxParameters: number): MediaType {
  const { value, params } = parseParameterised(field, maxParameters)
  const [, type, subtype] = MEDIA_TYPE.exec(value) ?? []
  if (type !== undefined && subtype !== undefined) {
    return { type: type.toLowerCase(), subtype: subtype.toLowerCase(), params }
  }
  return { ...PLAIN_TEXT, params: params.length > 0 ? params : PLAIN_TEXT.params }
}

function readDisposition(field: string, maxParameters: number): Disposition | null {
  const { value, params } = parseParameterised(field, maxParameters)
  const type = firstToken(value)
  if (type === '' && params.length === 0) return null
  // RFC 2183 §2.8: what is not understood is an attachment.
  return { type: type || 'attachment', params }
}

/** RFC 3282 §2: tags, with commas between them. */
function readLanguages(field: string, max: number): string[] {
  const tags = parseParameterised(field, 0).value.split(',', max)
  return tags.map(trimBlanks).filter((tag) => tag !== '')
}

function firstToken(value: string): string {
  return FIRST_TOKEN.exec(value)?.[0].toLowerCase() ?? ''
}
