import { Type } from 'typebox'

/** ISO 8601, UTC. */
export const MomentSchema = Type.String({ format: 'date-time' })
export const NullableMoment = Type.Union([MomentSchema, Type.Null()])

export function iso(moment: number): string {
  return new Date(moment).toISOString()
}

export function isoOrNull(moment: number | null): string | null {
  return moment === null ? null : iso(moment)
}
