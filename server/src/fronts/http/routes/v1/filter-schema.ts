import { Type } from 'typebox'
import { HAS, type Has, type MessageFilter } from '../../../../app/mail-filter.ts'
import type { Principal } from '../../../../app/owners.ts'
import { DomainError } from '../../../../domain/domain-error.ts'

/** No header line is longer (RFC 5322 §2.1.1), so nothing longer can be looked for in one. */
const Part = Type.String({ minLength: 1, maxLength: 998 })

/** What lists and waits can ask of a message. All must hold. */
export const FilterParameters = {
  from: Type.Optional(Part),
  subject: Type.Optional(Part),
  contains: Type.Optional(Part),
  has: Type.Optional(Type.Unsafe<Has>({ type: 'string', enum: [...HAS] })),
}

/** A key for codes may not see the text, so it may not find it out by asking for parts of it either. */
export function requireOwnFilters({ scope }: Principal, { contains }: MessageFilter): void {
  if (scope !== 'codes' || contains === undefined) return
  throw new DomainError('forbidden', 'A key with the scope "codes" may not search texts. Leave `contains` out.')
}
