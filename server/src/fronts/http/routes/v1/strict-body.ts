import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { DomainError, type Fault } from '../../../../domain/domain-error.ts'

type SchemaError = ReturnType<ReturnType<typeof Compile>['Errors']>[number]

/**
 * For routes with a JSON body. Fastify's own validator makes a string of a number and drops what it does not know: right
 * for a query, where all is text, but in a body it hides mistakes. A body that was left out counts as empty.
 */
export const strictBody: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const validator = Compile(schema)
  return (sent: unknown) => {
    const value = sent ?? {}
    return validator.Check(value) ? { value } : { error: invalidBody(validator.Errors(value)) }
  }
}

const MAX_FAULTS = 20

function invalidBody(errors: readonly SchemaError[]): DomainError {
  const faults = errors.flatMap(faultsOf).slice(0, MAX_FAULTS)
  const first = faults[0] ?? { pointer: '', detail: 'is not valid' }
  return new DomainError('invalid_request', `${first.pointer.slice(1) || 'The body'} ${first.detail}`, { faults })
}

function faultsOf({ keyword, instancePath: pointer, params, message }: SchemaError): Fault[] {
  switch (keyword) {
    case 'additionalProperties':
      // Each of them has its own error beside this one.
      return []
    case 'boolean':
      return [{ pointer, detail: 'is not known here' }]
    case 'required':
      return params.requiredProperties.map((name) => ({ pointer: `${pointer}/${name}`, detail: 'is required' }))
    case 'pattern':
      return [{ pointer, detail: 'has characters that it may not have' }]
    case 'enum':
      return [{ pointer, detail: `must be one of ${params.allowedValues.join(', ')}` }]
    default:
      return [{ pointer, detail: message }]
  }
}
