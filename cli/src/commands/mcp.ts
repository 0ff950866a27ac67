import type { Command } from 'commander'
import type { Begin } from '../context.ts'

export function addMcp(program: Command, begin: Begin): void {
  program
    .command('mcp')
    .summary('Serve the tools for AI agents (MCP).')
    .description(
      'Serve the tools for AI agents over standard input and output (MCP, stdio): for the settings of an assistant or an editor, which starts it by itself. It uses the account that you are signed in to, or MAYFLY_API_KEY.',
    )
    .action(async (_: object, command: Command) => {
      const context = begin(command)
      // Loaded only here: it is larger than all the rest, and the other commands start without it.
      const { serveMcp } = await import('../serve-mcp.ts')
      await serveMcp(context, program.version() ?? '')
    })
}
