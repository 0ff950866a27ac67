import { type TSchema, Type } from 'typebox'
import type { Prefix } from '../../../../domain/ids.ts'
import { invalidRequest } from '../../problem.ts'

export const DEFAULT_PAGE = 50

/** The query of every list. */
export const PageParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_PAGE })),
  cursor: Type.Optional(Type.String({ description: 'The next_cursor of the page before.' })),
}

type PageQuery = { readonly limit?: number | undefined; readonly cursor?: string | undefined }

export function pageOf<T extends TSchema>(item: T) {
  return Type.Object({ data: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) })
}

const ID = /^[a-z]{3}_[0-9a-z]{16}$/

/** The cursor of a list that is continued after the thing with this id. */
export function encodeIdCursor(id: string): string {
  return Buffer.from(id).toString('base64url')
}

/** A page of a list that is short enough to be read whole. */
export function cutList<T extends { readonly id: string }>(
  all: readonly T[],
  { cursor, limit = DEFAULT_PAGE }: PageQuery,
  prefix: Prefix,
): { data: readonly T[]; next_cursor: string | null } {
  const after = readIdCursor(cursor, prefix)
  const last = all.findIndex(({ id }) => id === after)
  if (after !== null && last === -1) throw foreignCursor()
  const data = all.slice(last + 1, last + 1 + limit)
  const end = all.at(-1)?.id === data.at(-1)?.id ? undefined : data.at(-1)
  return { data, next_cursor: end === undefined ? null : encodeIdCursor(end.id) }
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
