import { useCallback, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { markSeen, sendTestMail, useMessages } from '../api/messages.ts'
import type { Inbox, Summary } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Icon } from '../ui/icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx'
import { showToast } from '../ui/toasts.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import { inboxPath } from './paths.ts'
import { deleteWithUndo } from './pending-deletions.ts'
import { SearchField } from './search-field.tsx'

const ROW_HEIGHT = 60

export function MessageList({ inbox, selected }: { inbox: Inbox; selected: string | null }) {
  const { address } = inbox
  const [search, setSearch] = useState('')
  const [, go] = useLocation()
  const query = useMessages(address, search)
  const messages = useMemo(() => query.data?.pages.flatMap((page) => page.data), [query.data])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const reachEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const remove = (message: Summary) => {
    deleteWithUndo(message)
    if (message.id === selected) go(inboxPath(address))
  }
  return (
    <>
      <div className="flex h-12 shrink-0 items-center border-b border-line px-2">
        <SearchField label="Search messages" search={setSearch} keyboard />
      </div>
      {messages === undefined && query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {messages === undefined && !query.error && search !== '' && (
        <p role="status" className="px-4 py-3 text-soft">
          Searching …
        </p>
      )}
      {messages === undefined && !query.error && <SkeletonRows rows={8} height="h-[60px]" />}
      {messages?.length === 0 && !hasNextPage && <NoMessages inbox={inbox} search={search} />}
      {messages !== undefined && (messages.length > 0 || hasNextPage) && (
        <VirtualList
          label="Messages"
          items={messages}
          keyOf={(message) => message.id}
          rowHeight={ROW_HEIGHT}
          selected={selected}
          keyboard
          keys={{ d: remove, '#': remove, u: toggleSeen, y: copyCode }}
          reachEnd={reachEnd}
          total={search === '' ? Math.max(inbox.message_count, messages.length) : messages.length}
          row={(message, tabIndex) => (
            <MessageRow message={message} tabIndex={tabIndex} isOpen={message.id === selected} />
          )}
        />
      )}
      <p role="status" className="sr-only">
        {search !== '' && messages && `${messages.length}${hasNextPage ? ' or more' : ''} found`}
      </p>
    </>
  )
}

function toggleSeen(message: Summary): void {
  markSeen(message, !message.seen).catch((error: Error) => showToast(error.message))
}

async function copyCode({ codes }: Summary): Promise<void> {
  const code = codes[0]
  if (code && (await copyText(code.value))) showToast(`Code ${code.value} copied`)
}

function MessageRow({ message, tabIndex, isOpen }: { message: Summary; tabIndex: number; isOpen: boolean }) {
  const { seen, subject, from_name: name, from, codes, attachment_count: attachments } = message
  const code = codes.find(({ superseded }) => !superseded)
  return (
    <Link
      href={inboxPath(message.inbox, message.id)}
      tabIndex={tabIndex}
      aria-current={isOpen ? 'true' : undefined}
      className="relative flex h-full flex-col justify-center gap-0.5 border-b border-line pr-3 pl-5 -outline-offset-2 hover:bg-hover aria-[current]:bg-tint"
    >
      {!seen && (
        <span className="absolute top-1/2 left-1.5 size-2 -translate-y-1/2 rounded-full bg-accent">
          <span className="sr-only">Unread</span>
        </span>
      )}
      <span className="flex items-baseline gap-2">
        <bdi className={`min-w-0 flex-1 truncate ${seen ? '' : 'font-semibold'}`}>{name || from || 'No sender'}</bdi>
        {attachments > 0 && (
          <>
            <Icon name="paperclip" className="size-3.5 self-center text-soft" />
            <span className="sr-only">with attachments</span>
          </>
        )}
        <RelativeTime at={message.date} className="shrink-0 text-xs text-soft" />
      </span>
      <span className="flex items-center gap-2">
        <bdi className={`min-w-0 flex-1 truncate ${seen ? 'text-soft' : ''}`}>{subject || 'No subject'}</bdi>
        {code && (
          <span className="shrink-0 rounded border border-line bg-inset px-1.5 font-mono text-xs leading-5 text-ink">
            <span className="sr-only">Code </span>
            {code.value}
          </span>
        )}
      </span>
    </Link>
  )
}

function NoMessages({ inbox, search }: { inbox: Inbox; search: string }) {
  if (search !== '') {
    return (
      <EmptyState icon="search" title="No message matches">
        Nothing here has “{search}” in its subject or text.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="mail"
      title="Waiting for mail"
      action={
        <Button onClick={() => sendTestMail(inbox.address).catch((error: Error) => showToast(error.message))}>
          Send me a test mail
        </Button>
      }
    >
      Send something to <span className="font-mono wrap-anywhere text-ink">{inbox.address}</span>. It shows up here by
      itself.
    </EmptyState>
  )
}
