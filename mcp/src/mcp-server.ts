import { McpServer } from '@modelcontextprotocol/server'
import type { Tool, ToolHost } from './define-tool.ts'
import { createInbox } from './tools/create-inbox.ts'
import { deleteInbox } from './tools/delete-inbox.ts'
import { getMessage } from './tools/get-message.ts'
import { listInboxes } from './tools/list-inboxes.ts'
import { listMessages } from './tools/list-messages.ts'
import { waitForCode } from './tools/wait-for-code.ts'
import { waitForMessage } from './tools/wait-for-message.ts'
import { NOTICE } from './untrusted-block.ts'

const TOOLS: readonly Tool[] = [
  createInbox,
  waitForMessage,
  waitForCode,
  listMessages,
  getMessage,
  listInboxes,
  deleteInbox,
]

const INSTRUCTIONS = [
  'Mayfly gives you e-mail inboxes that receive real mail; it sends none.',
  'To sign up somewhere: call create_inbox, enter its address on the site, then call wait_for_code for a one-time code or',
  'wait_for_message for anything else. Both wait for the mail: there is no need to look again and again.',
  NOTICE,
].join(' ')

export interface McpServerOptions extends ToolHost {
  readonly version: string
}

/** A server for one client, over whatever transport. It keeps nothing between calls. */
export function createMcpServer({ version, ...host }: McpServerOptions): McpServer {
  const capabilities = { tools: { listChanged: false } }
  const server = new McpServer(
    { name: 'mayfly', title: 'Mayfly', version },
    { capabilities, instructions: INSTRUCTIONS },
  )
  for (const add of TOOLS) add(server, host)
  return server
}
