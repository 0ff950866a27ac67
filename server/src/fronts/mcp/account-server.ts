import type { McpServer } from '@modelcontextprotocol/server'
import { createMcpServer } from 'mayfly-mcp'
import type { Logger } from 'pino'
import type { Mail } from '../../app/mail.ts'
import { accountTools } from './account-tools.ts'
import type { McpCall } from './mcp-call.ts'

export interface AccountServerOptions {
  readonly mail: Mail
  readonly log: Logger
  readonly version: string
}

/** The tools for the account that calls. */
export function accountServer({ mail, log, version }: AccountServerOptions, { principal, hold }: McpCall): McpServer {
  const tools = accountTools({ mail, principal, hold })
  const onFailure = (err: unknown, tool: string): void => log.error({ err, tool }, 'a tool failed')
  return createMcpServer({ mail: tools, version, onFailure })
}
