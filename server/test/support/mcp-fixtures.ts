import { type CallToolResult, fromJsonSchema, McpServer, type ServerContext } from '@modelcontextprotocol/server'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='

const text = (words: string) => ({ type: 'text', text: words }) as const
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const
const resource = { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource.' }

type Fixture = (context: ServerContext) => CallToolResult | Promise<CallToolResult>

/** The tools that the conformance suite calls, by the names that it calls them. */
const FIXTURES: Readonly<Record<string, Fixture>> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({ content: [{ type: 'resource', resource }] }),
  test_multiple_content_types: () => ({ content: [text('Several types:'), image, { type: 'resource', resource }] }),
  test_error_handling: () => {
    throw new Error('This tool intentionally returns an error for testing')
  },
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: progressToken as string, progress, total: 100 },
      })
    }
    return { content: [text('done')] }
  },
}

const ADDRESS = { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } }
const NEW_SCHEMA = fromJsonSchema({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: ADDRESS },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
} as never)

export function createFixtureServer(): McpServer {
  const server = new McpServer({ name: 'fixtures', version: '1.0.0' })
  for (const [name, run] of Object.entries(FIXTURES)) server.registerTool(name, { description: name }, run)
  const description = 'Tool with JSON Schema 2020-12 features'
  server.registerTool('json_schema_2020_12_tool', { description, inputSchema: NEW_SCHEMA }, () => ({ content: [] }))
  return server
}
