import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMcpServer } from 'mayfly-mcp'
import type { Context } from './context.ts'
import { mailOverHttp } from './mail-over-http.ts'
import { plainLine } from './plain-text.ts'

/** Until the client closes our standard input. Standard output belongs to the protocol; what is wrong goes beside it. */
export async function serveMcp({ around, client, out }: Context, version: string): Promise<void> {
  const mail = mailOverHttp(client())
  const onFailure = (error: unknown, tool: string) =>
    out.complain(`mayfly: ${tool} failed: ${plainLine(error instanceof Error ? error.message : String(error))}`)
  const handle = serveStdio(() => createMcpServer({ mail, version, onFailure }), {
    onerror: (error) => out.complain(`mayfly: ${plainLine(error.message)}`),
  })
  await once(around.stdin, 'close')
  await handle.close()
}
