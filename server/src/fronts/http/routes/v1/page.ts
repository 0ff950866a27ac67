import { type TSchema, Type } from 'typebox'
import type { Prefix } from '../../../../domain/ids.ts'
import { invalidRequest } from '../../problem.ts'

export const DEFAULT_PAGE = 50

/** The query of every list. */
export const PageParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_PAGE })),
  cursor: Type.Optional(Type.String({ description: 'The next_cursor of the page before.' })),
}

export function pageOf<T extends TSchema>(item: T) {
  return Type.Object({ data: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) })
}

const ID = /^[a-z]{3}_[0-9a-z]{16}$/

/** The cursor of a list that is continued after the thing with this id. */
export function encodeIdCursor(id: string): string {
  return Buffer.from(id).toString('base64url')
}

/** Null for the beginning. */
export function readIdCursor(cursor: string | undefined, prefix: Prefix): string | null {
  if (cursor === undefined) return null
  const id = Buffer.from(cursor, 'base64url').toString('latin1')
  if (ID.test(id) && id.startsWith(`${prefix}_`) && encodeIdCursor(id) === cursor) return id
  throw foreignCursor()
}

export function foreignCursor(): Error {
  return invalidRequest('/cursor', 'is no cursor of this list: take it from next_cursor of the page before')
}
