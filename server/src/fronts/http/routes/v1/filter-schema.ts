import { Type } from 'typebox'
import { HAS, type Has } from '../../../../app/mail-filter.ts'

/** No header line is longer (RFC 5322 §2.1.1), so nothing longer can be looked for in one. */
const Part = Type.String({ minLength: 1, maxLength: 998 })

/** What lists and waits can ask of a message. All must hold. */
export const FilterParameters = {
  from: Type.Optional(Part),
  subject: Type.Optional(Part),
  contains: Type.Optional(Part),
  has: Type.Optional(Type.Unsafe<Has>({ type: 'string', enum: [...HAS] })),
}
