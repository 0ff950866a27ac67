import { useState } from 'react'
import { Link } from 'wouter'
import { createInbox, useInbox, useInboxes } from '../api/inboxes.ts'
import { Problem } from '../api/problem.ts'
import type { Inbox } from '../api/types.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { plural } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx'
import { showToast } from '../ui/toasts.tsx'
import { DeleteDialog, EmptyDialog, LabelDialog } from './inbox-dialogs.tsx'
import { MessageList } from './message-list.tsx'
import { useFocusIfLost } from './use-focus-if-lost.ts'

/** One inbox: what it is called, what can be done with it, and its messages. */
export function InboxPane({ address, messageId }: { address: string; messageId: string | null }) {
  const query = useInbox(address)
  const { inboxes } = useInboxes()
  const inbox = inboxes?.find((one) => one.address === address) ?? query.data
  if (inbox === undefined) {
    if (query.error instanceof Problem && query.error.status === 404) return <NotYours address={address} />
    if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />
    return <SkeletonRows rows={8} height="h-[60px]" />
  }
  return (
    <>
      <InboxHeader inbox={inbox} />
      <MessageList inbox={inbox} selected={messageId} />
    </>
  )
}

type Asking = 'label' | 'empty' | 'delete' | null

function InboxHeader({ inbox }: { inbox: Inbox }) {
  const { address, label, message_count: count } = inbox
  const [asking, setAsking] = useState<Asking>(null)
  const heading = useFocusIfLost()
  const close = () => setAsking(null)
  return (
    <header className="border-b border-line px-3 py-2">
      <div className="flex items-center gap-1">
        <Link
          href="/inboxes"
          aria-label="Back to the inboxes"
          className="-ml-1 rounded-md p-2 text-soft hover:bg-hover lg:hidden"
        >
          <Icon name="back" />
        </Link>
        <div className="min-w-0 flex-1">
          <h2 ref={heading} tabIndex={-1} className="truncate font-semibold outline-none">
            {label ?? address.slice(0, address.lastIndexOf('@'))}
          </h2>
        </div>
        <CopyButton text={address} what="the address" />
        <IconButton icon="pen" label="Change the label" onClick={() => setAsking('label')} />
        <IconButton icon="trash" label="Delete the inbox" onClick={() => setAsking('delete')} />
      </div>
      <p className="font-mono text-[13px] wrap-anywhere">{address}</p>
      <p className="text-xs text-soft">
        {plural(count, 'message')} · lapses <RelativeTime at={inbox.expires_at} />
        {count > 0 && (
          <>
            {' · '}
            <button type="button" className="underline hover:text-ink" onClick={() => setAsking('empty')}>
              Empty it
            </button>
          </>
        )}
      </p>
      {asking === 'label' && <LabelDialog inbox={inbox} close={close} />}
      {asking === 'empty' && <EmptyDialog inbox={inbox} close={close} />}
      {asking === 'delete' && <DeleteDialog inbox={inbox} close={close} />}
    </header>
  )
}

function NotYours({ address }: { address: string }) {
  return (
    <EmptyState
      icon="inbox"
      title="Not an inbox of yours"
      action={
        <div className="flex gap-2">
          <Link href="/inboxes" className="rounded-md px-3 py-1.5 font-medium hover:bg-hover">
            All inboxes
          </Link>
          <Button
            kind="primary"
            onClick={() => createInbox({ address }).catch((error: Error) => showToast(error.message))}
          >
            Make it mine
          </Button>
        </div>
      }
    >
      <span className="font-mono wrap-anywhere">{address}</span> is nobody’s, or somebody else’s, or has lapsed.
    </EmptyState>
  )
}
