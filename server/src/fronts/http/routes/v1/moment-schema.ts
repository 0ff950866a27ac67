import { Type } from 'typebox'

/** ISO 8601, UTC. */
export const MomentSchema = Type.String({ format: 'date-time' })
export const NullableMoment = Type.Union([MomentSchema, Type.Null()])
