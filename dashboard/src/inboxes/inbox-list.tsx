import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useInboxes } from '../api/inboxes.ts'
import type { Inbox } from '../api/types.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import { inboxPath } from './paths.ts'
import { SearchField } from './search-field.tsx'

const ROW_HEIGHT = 52

interface InboxListProps {
  selected: string | null
  keyboard: boolean
  create: () => void
}

export function InboxList({ selected, keyboard, create }: InboxListProps) {
  const [search, setSearch] = useState('')
  const { inboxes, error, refetch } = useInboxes()
  const shown = useMemo(() => inboxes && arrange(inboxes, search), [inboxes, search])
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-2">
        <SearchField label="Search inboxes" search={setSearch} keyboard={keyboard} />
        <IconButton icon="plus" label="New inbox" keys="c" onClick={create} />
      </div>
      {shown === undefined && error && <ErrorState error={error} retry={() => void refetch()} />}
      {shown === undefined && !error && <SkeletonRows rows={6} height="h-[52px]" />}
      {shown?.length === 0 && <NoInboxes search={search} create={create} />}
      {shown !== undefined && shown.length > 0 && (
        <VirtualList
          label="Inboxes"
          items={shown}
          keyOf={(inbox) => inbox.address}
          rowHeight={ROW_HEIGHT}
          selected={selected}
          keyboard={keyboard}
          row={(inbox, tabIndex) => <InboxRow inbox={inbox} tabIndex={tabIndex} isOpen={inbox.address === selected} />}
        />
      )}
    </>
  )
}

/** Newest mail first, then newest inbox. */
function arrange(inboxes: readonly Inbox[], search: string): readonly Inbox[] {
  const wanted = search.toLowerCase()
  const moment = (inbox: Inbox) => inbox.last_message_at ?? inbox.created_at
  return inboxes
    .filter(({ address, label }) => address.includes(wanted) || label?.toLowerCase().includes(wanted))
    .sort((a, b) => (moment(a) < moment(b) ? 1 : -1))
}

function InboxRow({ inbox, tabIndex, isOpen }: { inbox: Inbox; tabIndex: number; isOpen: boolean }) {
  const { address, label, unread_count: unread, last_message_at: last } = inbox
  const [local, domain] = [address.slice(0, address.lastIndexOf('@')), address.slice(address.lastIndexOf('@'))]
  return (
    <Link
      href={inboxPath(address)}
      tabIndex={tabIndex}
      aria-current={isOpen ? 'true' : undefined}
      className="flex h-full flex-col justify-center border-b border-line px-3 -outline-offset-2 hover:bg-hover aria-[current]:bg-tint"
    >
      <span className="flex items-baseline gap-2">
        <span className={`min-w-0 flex-1 truncate ${unread > 0 ? 'font-semibold' : ''}`}>
          {label ?? <Address local={local} domain={domain} />}
        </span>
        {unread > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-xs leading-5 font-semibold text-on-accent tabular-nums">
            {formatCount(unread)}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </span>
      <span className="flex items-baseline gap-2 text-xs text-soft">
        <span className="min-w-0 flex-1 truncate">
          {label ? <Address local={local} domain={domain} /> : last === null ? 'No mail yet' : 'Last mail'}
        </span>
        {last !== null && <RelativeTime at={last} className="shrink-0" />}
      </span>
    </Link>
  )
}

function Address({ local, domain }: { local: string; domain: string }) {
  return (
    <span className="font-mono text-[0.93em]">
      {local}
      <span className="font-normal text-soft">{domain}</span>
    </span>
  )
}

function NoInboxes({ search, create }: { search: string; create: () => void }) {
  if (search !== '') {
    return (
      <EmptyState icon="search" title="No inbox matches">
        Nothing here has “{search}” in its address or label.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="inbox"
      title="No inbox yet"
      action={
        <Button kind="primary" icon="plus" onClick={create}>
          New inbox
        </Button>
      }
    >
      Make one here, or read any address with the API: the first read makes it yours.
    </EmptyState>
  )
}
