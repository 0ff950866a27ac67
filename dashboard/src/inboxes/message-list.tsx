import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { markSeen, sendTestMail, useMessages } from '../api/messages.ts'
import type { Inbox, Summary } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx'
import { showToast } from '../ui/toasts.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import { MessageRow } from './message-row.tsx'
import { inboxPath } from './paths.ts'
import { deleteWithUndo, usePendingDeletions } from './pending-deletions.ts'
import { SearchField } from './search-field.tsx'

const ROW_HEIGHT = 60

export function MessageList({ inbox, selected }: { inbox: Inbox; selected: string | null }) {
  const { address } = inbox
  const [search, setSearch] = useState('')
  const [, go] = useLocation()
  const { query, messages, reachEnd } = useShownMessages(address, search)
  const { hasNextPage, isFetchNextPageError, fetchNextPage } = query
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
      {isFetchNextPageError && (
        <div className="border-t border-line p-2 text-center">
          <Button kind="quiet" icon="refresh" onClick={() => void fetchNextPage()}>
            The next ones could not be loaded. Try again
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {search !== '' && messages && `${messages.length}${hasNextPage ? ' or more' : ''} found`}
      </p>
    </>
  )
}

/** All that are loaded, without those that are about to be deleted. */
function useShownMessages(address: string, search: string) {
  const query = useMessages(address, search)
  const deleted = usePendingDeletions()
  const messages = useMemo(
    () => query.data?.pages.flatMap((page) => page.data).filter(({ id }) => !deleted.has(id)),
    [query.data, deleted],
  )
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const reachEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return { query, messages, reachEnd }
}

function toggleSeen(message: Summary): void {
  markSeen(message, !message.seen).catch((error: Error) => showToast(error.message))
}

async function copyCode({ codes }: Summary): Promise<void> {
  const code = codes[0]
  if (code && (await copyText(code.value))) showToast(`Code ${code.value} copied`)
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
