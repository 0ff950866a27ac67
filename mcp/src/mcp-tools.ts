export { MailRefusal, type RefusalCode } from './mail-refusal.ts'
export type * from './mail-tools.ts'
export { createMcpServer, type McpServerOptions } from './mcp-server.ts'
