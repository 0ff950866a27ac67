import { Type } from 'typebox'

/** RFC 9457 with our own members, as it is documented. */
export const ProblemSchema = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: 'What to do about it.' }),
  code: Type.String({ description: 'For programs: it stays as it is.' }),
  request_id: Type.String(),
  errors: Type.Optional(
    Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }), { description: 'On 400.' }),
  ),
})
