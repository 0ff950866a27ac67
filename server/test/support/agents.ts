import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
type Structured = any

export interface ToolAnswer {
  readonly text: string
  readonly data: Structured
  readonly isError: boolean
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly onprogress?: (progress: { readonly progress: number; readonly total?: number | undefined }) => void
}

/** An MCP client, of whatever make. */
export interface Agent extends AsyncDisposable {
  readonly revision: string | undefined
  tools(): Promise<readonly Structured[]>
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>
}

export interface AgentOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const NAME = { name: 'mayfly-test', version: '1.0.0' }

/** The official clients: the newest with both of its ways to speak, and the one before it. */
export const AGENTS: Readonly<Record<string, (options: AgentOptions) => Promise<Agent>>> = {
  'client 2.x, newest revision': (options) => connect(options, 'auto'),
  'client 2.x, revisions before': (options) => connect(options, 'legacy'),
  'client 1.x': connectOld,
}

async function connect({ url, headers }: AgentOptions, mode: 'auto' | 'legacy'): Promise<Agent> {
  const client = new Client(NAME, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return {
    revision: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) => toAnswer(await client.callTool({ name, arguments: args }, options)),
    [Symbol.asyncDispose]: () => client.close(),
  }
}

async function connectOld({ url, headers }: AgentOptions): Promise<Agent> {
  const client = new OldClient(NAME)
  const transport = new OldTransport(new URL(url), { requestInit: { headers } })
  // Its types were written before optional properties were exact.
  await client.connect(transport as never)
  return {
    revision: transport.protocolVersion,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) =>
      toAnswer(await client.callTool({ name, arguments: args }, undefined, options as never)),
    [Symbol.asyncDispose]: () => client.close(),
  }
}

function toAnswer(result: Structured): ToolAnswer {
  const text = (result.content as { text?: string }[]).map((part) => part.text ?? '').join('\n')
  return { text, data: result.structuredContent, isError: result.isError === true }
}
