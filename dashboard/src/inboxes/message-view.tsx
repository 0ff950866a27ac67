import { type ReactNode, useEffect, useState } from 'react'
import { markSeen, useMessage } from '../api/messages.ts'
import type { Message } from '../api/types.ts'
import { Loaded, Skeleton } from '../ui/states.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import { showToast } from '../ui/toasts.tsx'
import { AttachmentsTab } from './attachments-tab.tsx'
import { HeadersTab } from './headers-tab.tsx'
import { MessageHeader } from './message-header.tsx'
import { MessagePanel } from './message-panel.tsx'
import { RawTab } from './raw-tab.tsx'
import { RenderedTab } from './rendered-tab.tsx'
import { TextTab } from './text-tab.tsx'

export function MessageView({ address, id }: { address: string; id: string }) {
  const query = useMessage(id)
  return (
    <Loaded query={query} skeleton={<MessageSkeleton />}>
      {(message) => <OpenMessage address={address} message={message} />}
    </Loaded>
  )
}

function OpenMessage({ address, message }: { address: string; message: Message }) {
  // Opening is reading; whoever marks it as unread afterwards means it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message
  useEffect(() => {
    markSeen(message, true).catch((error: Error) => showToast(error.message))
  }, [message.id])
  return (
    <article className="@container flex min-h-0 flex-1 flex-col">
      <MessageHeader address={address} message={message} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto @3xl:flex-row @3xl:overflow-visible">
        <MessageTabs message={message} />
        <MessagePanel message={message} />
      </div>
    </article>
  )
}

type TabName = 'rendered' | 'text' | 'headers' | 'raw' | 'attachments'

function MessageTabs({ message }: { message: Message }) {
  const hasHtml = message.html !== ''
  const [current, choose] = useState<TabName>(hasHtml ? 'rendered' : 'text')
  const count = message.attachments.length
  const tabs: Tab<TabName>[] = [
    ...(hasHtml ? [{ name: 'rendered', label: 'Rendered' } as const] : []),
    { name: 'text', label: 'Text' },
    { name: 'headers', label: 'Headers' },
    { name: 'raw', label: 'Raw' },
    { name: 'attachments', label: count === 0 ? 'Attachments' : `Attachments (${count})` },
  ]
  const views: Record<TabName, () => ReactNode> = {
    rendered: () => <RenderedTab message={message} />,
    text: () => <TextTab message={message} />,
    headers: () => <HeadersTab headers={message.headers} />,
    raw: () => <RawTab id={message.id} />,
    attachments: () => <AttachmentsTab message={message} />,
  }
  return (
    <Tabs
      label="The message"
      tabs={tabs}
      current={current}
      choose={choose}
      className="min-h-[60vh] min-w-0 flex-1 px-0 @3xl:min-h-0"
    >
      {views[current]()}
    </Tabs>
  )
}

function MessageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="space-y-3 p-4">
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-4 w-1/3" />
      <Skeleton className="h-4 w-1/4" />
      <Skeleton className="mt-8 h-64" />
    </div>
  )
}
