import type { CallToolResult, McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server'
import type * as z from 'zod/v4'
import { MailRefusal } from './mail-refusal.ts'
import type { MailTools } from './mail-tools.ts'
import { rememberJson } from './remembered-schema.ts'

export interface Call {
  readonly mail: MailTools
  /** Aborts when the client has cancelled the call or is gone. */
  readonly signal: AbortSignal
  /** Tells the client how far it is, where the client wants to know. */
  readonly progress: (done: number, total: number, message: string) => void
}

export interface Answer<T> {
  /** For programs; as the output schema says. */
  readonly data: T
  /** For models: the same, as short as it can be said. */
  readonly text: string
}

interface Definition<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: I
  readonly output: O
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>
  readonly run: (input: z.infer<I>, call: Call) => Promise<Answer<z.infer<O>>>
}

export interface ToolHost {
  readonly mail: MailTools
  /** For what is our own fault: a model cannot do anything about it, and learns nothing of it. */
  readonly onFailure: (error: unknown, tool: string) => void
}

/** A tool that can be put into a server. */
export type Tool = (server: McpServer, host: ToolHost) => void

export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: Definition<I, O>): Tool {
  const { name, title, description, annotations, run } = tool
  const [inputSchema, outputSchema] = [rememberJson(tool.input), rememberJson(tool.output)]
  return (server, { mail, onFailure }) => {
    const handle = async (input: z.infer<I>, context: ServerContext): Promise<CallToolResult> => {
      try {
        const { signal } = context.mcpReq
        const { data, text } = await run(input, { mail, signal, progress: progressOf(context) })
        return { content: [{ type: 'text', text }], structuredContent: data }
      } catch (error) {
        if (!(error instanceof MailRefusal)) onFailure(error, name)
        return failed(error)
      }
    }
    // The compiler does not see through a schema that it does not know yet.
    server.registerTool(name, { title, description, inputSchema, outputSchema, annotations }, handle as never)
  }
}

function failed(error: unknown): CallToolResult {
  const refusal =
    error instanceof MailRefusal ? error : new MailRefusal('internal', 'Something went wrong on our side.')
  const text = `Error ${refusal.code}: ${refusal.message}\nWhat to do: ${refusal.advice}`
  return { isError: true, content: [{ type: 'text', text }] }
}

function progressOf({ mcpReq }: ServerContext): Call['progress'] {
  const progressToken = mcpReq._meta?.progressToken
  return (progress, total, message) => {
    if (progressToken === undefined) return
    const params = { progressToken, progress, total, message }
    // Whoever has gone hears nothing; the call itself ends by its signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
