import { escapeText as text } from '../../protocols/safe-html/escape-html.ts'
import { curlExample, type ExampleSite } from './curl-example.ts'
import { type JsonSchema, type Operation, type Reply, resolve } from './openapi-document.ts'
import { OPERATION_TEXTS } from './openapi-texts.ts'

/** One operation of the API, for people. */
export function renderOperation(site: ExampleSite, method: string, path: string, operation: Operation): string {
  const { operationId, summary, description = '', parameters = [], requestBody } = operation
  const rows = parameters.map((one) => ({ ...one, place: one.in }))
  const body = requestBody?.content['application/json']
  const byHand = OPERATION_TEXTS[`${method} ${path}`]?.byHand
  return `<section aria-labelledby="${operationId}">
<h3 id="${operationId}"><b>${method}</b> <code>${text(path)}</code></h3>
<p>${code(`${summary} ${description}`.trim())}</p>
${rows.length === 0 ? '' : `<h4>Parameters</h4>${renderFields(rows)}`}
${body?.schema ? `<h4>Body</h4>${renderFields(fieldsOf(body.schema))}` : ''}
<h4>${byHand ? 'Example, with what only you have' : 'Example'}</h4>
${block(curlExample(site, method, path, operation))}
${renderReplies(site, operation)}
</section>`
}

interface Field {
  readonly name: string
  readonly place: string
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    place: 'body',
    required: required.includes(name),
    ...(schema.description !== undefined && { description: schema.description }),
    schema,
  }))
}

function renderFields(fields: readonly Field[]): string {
  const rows = fields.map(({ name, place, required, description = '', schema }) => {
    const need = required ? ', required' : ''
    return `<tr><th scope="row"><code>${text(name)}</code></th><td>${place}${need}</td><td>${text(typeOf(schema))}</td><td>${code(description)}</td></tr>`
  })
  const head = ['Name', 'In', 'Type', 'What'].map((name) => `<th scope="col">${name}</th>`).join('')
  return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function typeOf(schema: JsonSchema): string {
  const values = schema.enum ?? schema.anyOf?.map((one) => one.const)
  if (values !== undefined) return values.join(', ')
  const { minimum, maximum, default: usual } = schema
  const range = minimum === undefined || maximum === undefined ? '' : ` ${minimum}–${maximum}`
  return `${[schema.type].flat().join(' or ')}${range}${usual === undefined ? '' : `, default ${usual}`}`
}

function renderReplies({ document }: ExampleSite, { responses }: Operation): string {
  const replies = Object.entries(responses)
  const answers = replies
    .filter(([, reply]) => reply.$ref === undefined)
    .map(([status, reply]) => renderReply(status, reply))
  const errors = replies
    .filter(([, reply]) => reply.$ref !== undefined)
    .map(
      ([status, reply]) =>
        `<tr><th scope="row">${status}</th><td>${text(resolve(document, reply).description ?? '')}</td></tr>`,
    )
  const table = `<h4>Errors</h4><div class="wide" tabindex="0"><table><tbody>${errors.join('')}</tbody></table></div>`
  return answers.join('\n') + (errors.length > 0 ? table : '')
}

function renderReply(status: string, { description = '', content = {} }: Reply): string {
  const [type, body] = Object.entries(content)[0] ?? []
  const title = `<h4>${status} ${text(description)}${type ? `, ${text(type)}` : ''}</h4>`
  if (body?.example !== undefined) return title + block(JSON.stringify(body.example, null, 2))
  return `${title}<p class="soft">${type ? 'The bytes themselves.' : 'No body.'}</p>`
}

function block(content: string): string {
  return `<pre tabindex="0"><code>${text(content)}</code></pre>`
}

/** Text in which backticks mean code. */
function code(sentence: string): string {
  return text(sentence).replace(/`([^`]*)`/g, '<code>$1</code>')
}
