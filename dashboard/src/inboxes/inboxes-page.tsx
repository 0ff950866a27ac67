import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useInboxes } from '../api/inboxes.ts'
import { useTitle } from '../shell/use-title.ts'
import { buttonClass } from '../ui/button.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { EmptyState } from '../ui/states.tsx'
import { InboxList } from './inbox-list.tsx'
import { InboxPane } from './inbox-pane.tsx'
import { MessageView } from './message-view.tsx'
import { NewInboxDialog } from './new-inbox-dialog.tsx'
import { inboxPath } from './paths.ts'

interface Place {
  address?: string | undefined
  messageId?: string | undefined
}

/** Three panes where there is room; on a narrow screen the one that matters. */
export function InboxesPage({ address, messageId }: Place) {
  const [creating, setCreating] = useState(false)
  const [, go] = useLocation()
  const { inboxes } = useInboxes()
  const unread = inboxes?.reduce((sum, inbox) => sum + inbox.unread_count, 0) ?? 0
  useTitle(unread > 0 ? `(${unread}) Inboxes` : 'Inboxes')
  useShortcuts({
    c: () => setCreating(true),
    Escape: () => {
      if (address !== undefined) go(messageId === undefined ? '/inboxes' : inboxPath(address))
    },
  })
  const depth = messageId !== undefined ? 2 : address !== undefined ? 1 : 0
  return (
    <div className="grid h-full md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,16rem)_minmax(0,22rem)_minmax(0,1fr)]">
      <h1 className="sr-only">Inboxes</h1>
      <section aria-label="Inboxes" className={pane(depth === 0 ? 'flex' : 'hidden lg:flex')}>
        <InboxList selected={address ?? null} keyboard={depth === 0} create={() => setCreating(true)} />
      </section>
      <section
        aria-label="Messages"
        className={pane(depth === 1 ? 'flex' : depth === 2 ? 'hidden md:flex' : 'hidden lg:flex')}
      >
        {address !== undefined && <InboxPane key={address} address={address} messageId={messageId ?? null} />}
        {address === undefined && inboxes !== undefined && inboxes.length > 0 && (
          <EmptyState icon="inbox" title="No inbox chosen">
            Choose one on the left to see its mail.
          </EmptyState>
        )}
      </section>
      <section aria-label="Message" className={`min-h-0 min-w-0 flex-col ${depth === 2 ? 'flex' : 'hidden md:flex'}`}>
        {address !== undefined && messageId !== undefined ? (
          <MessageView key={messageId} address={address} id={messageId} />
        ) : (
          <NoMessage isNew={inboxes?.length === 0} />
        )}
      </section>
      {creating && <NewInboxDialog close={() => setCreating(false)} />}
    </div>
  )
}

function NoMessage({ isNew }: { isNew: boolean }) {
  if (!isNew) {
    return (
      <EmptyState icon="mail" title="No message chosen">
        Mail shows up here as it arrives. Press <kbd className="font-mono">?</kbd> for the keys.
      </EmptyState>
    )
  }
  const action = (
    <Link href="/start" className={buttonClass('plain')}>
      Take me there
    </Link>
  )
  return (
    <EmptyState icon="rocket" title="New here?" action={action}>
      The start page leads you to your first mail in a minute.
    </EmptyState>
  )
}

function pane(display: string): string {
  return `${display} min-h-0 min-w-0 flex-col border-line md:border-r`
}
