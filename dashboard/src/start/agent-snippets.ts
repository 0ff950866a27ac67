interface AgentFacts {
  readonly mcpUrl: string
  readonly key: string
}

export const EDITORS = ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Zed'] as const
export type Editor = (typeof EDITORS)[number]

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const bearer = ({ mcpUrl, key }: AgentFacts): object => ({ url: mcpUrl, headers: { Authorization: `Bearer ${key}` } })

/** What each of them wants to be told, and where. The same as in docs/mcp.md. */
export const AGENT_SNIPPETS: Readonly<
  Record<Editor, { readonly where: string; readonly text: (facts: AgentFacts) => string }>
> = {
  'Claude Code': {
    where: 'In a terminal:',
    text: ({ mcpUrl, key }) =>
      `claude mcp add --transport http mayfly ${mcpUrl} --header "Authorization: Bearer ${key}"\n`,
  },
  'Claude Desktop': {
    where: 'In claude_desktop_config.json (Settings, Developer, Edit Config):',
    text: ({ mcpUrl, key }) =>
      json({
        mcpServers: {
          mayfly: {
            command: 'npx',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the program fills it in itself
            args: ['-y', 'mcp-remote', mcpUrl, '--header', 'Authorization:${MAYFLY_AUTH}'],
            env: { MAYFLY_AUTH: `Bearer ${key}` },
          },
        },
      }),
  },
  Cursor: {
    where: 'In ~/.cursor/mcp.json, or .cursor/mcp.json of a project:',
    text: (facts) => json({ mcpServers: { mayfly: bearer(facts) } }),
  },
  'VS Code': {
    where: 'In .vscode/mcp.json:',
    text: (facts) => json({ servers: { mayfly: { type: 'http', ...bearer(facts) } } }),
  },
  Zed: {
    where: 'In settings.json:',
    text: (facts) => json({ context_servers: { mayfly: bearer(facts) } }),
  },
}
