import { Type } from 'typebox'
import type { Role } from '../../../../../domain/account.ts'
import { ROLES } from '../../../../../domain/account.ts'

/** RFC 5321 §4.5.3.1.3: no path is longer. */
export const Email = Type.String({ minLength: 3, maxLength: 254 })
/** Longer than any that is allowed, so that a sentence about it can be said. */
export const Password = Type.String({ minLength: 1, maxLength: 1_000 })
export const Code = Type.String({ minLength: 1, maxLength: 40 })
export const Token = Type.String({ minLength: 1, maxLength: 200 })
export const RoleSchema = Type.Unsafe<Role>({ type: 'string', enum: [...ROLES] })
/** Of a client. */
export const PeerAddress = Type.String({ examples: ['192.0.2.17'] })
export const IdPath = Type.Object({ id: Type.String() })
