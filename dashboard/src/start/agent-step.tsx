import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AGENT_SNIPPETS, EDITORS, type Editor } from './agent-snippets.ts'

const TABS = EDITORS.map((name) => ({ name, label: name }))

/** How an assistant or an editor gets at the inboxes. */
export function AgentStep({ apiKey }: { apiKey: string }) {
  const { base_url: baseUrl } = useSession()
  const [editor, setEditor] = useState<Editor>('Claude Code')
  const { where, text } = AGENT_SNIPPETS[editor]
  return (
    <>
      <p className="mb-3 text-soft">
        It makes inboxes, waits for mail and reads codes by itself. A key with the scope “codes” shows it nothing more.
      </p>
      <Tabs label="Editors" tabs={TABS} current={editor} choose={setEditor}>
        <div className="pt-3">
          <p className="mb-2 text-soft">{where}</p>
          <CodeBlock text={text({ mcpUrl: `${baseUrl}/mcp`, key: apiKey })} what={`the lines for ${editor}`} />
        </div>
      </Tabs>
    </>
  )
}
