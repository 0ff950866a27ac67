import { Link, useLocation } from 'wouter'
import { markSeen } from '../api/messages.ts'
import type { Message } from '../api/types.ts'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Badge } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { showToast } from '../ui/toasts.tsx'
import { inboxPath } from './paths.ts'
import { deleteWithUndo } from './pending-deletions.ts'
import { useFocusIfLost } from './use-focus-if-lost.ts'

/** What the message is, who sent it, and what can be done with it. */
export function MessageHeader({ address, message }: { address: string; message: Message }) {
  const [, go] = useLocation()
  const heading = useFocusIfLost()
  const { id, seen, from, from_name: name, encrypted } = message
  const remove = () => {
    deleteWithUndo(message)
    go(inboxPath(address))
  }
  const toggle = () => markSeen(message, !seen).catch((error: Error) => showToast(error.message))
  return (
    <header className="border-b border-line px-4 pt-2 pb-3">
      <div className="flex items-center gap-1">
        <Link
          href={inboxPath(address)}
          aria-label="Back to the messages"
          className="-ml-2 rounded-md p-2 text-soft hover:bg-hover md:hidden"
        >
          <Icon name="back" />
        </Link>
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 outline-none text-base font-semibold wrap-anywhere">
          <bdi>{message.subject || 'No subject'}</bdi>
        </h2>
        <IconButton
          icon={seen ? 'mail' : 'mailOpen'}
          label={seen ? 'Mark as unread' : 'Mark as read'}
          keys="u"
          onClick={toggle}
        />
        <a
          href={`/v1/messages/${id}/raw`}
          download={`${id}.eml`}
          aria-label="Download as .eml"
          title="Download as .eml"
          className="flex size-8 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink"
        >
          <Icon name="download" />
        </a>
        <IconButton icon="trash" label="Delete the message" keys="d" onClick={remove} />
      </div>
      <p className="text-soft">
        {name && <bdi className="font-medium text-ink">{name} </bdi>}
        <bdi className="font-mono text-[13px] wrap-anywhere">{from || 'no sender'}</bdi>
        {' · '}
        <RelativeTime at={message.date} />
        {encrypted && (
          <>
            {' '}
            <Badge title="OpenPGP or S/MIME: the text cannot be read here">encrypted</Badge>
          </>
        )}
      </p>
      <p className="truncate text-soft">
        to <bdi className="font-mono text-[13px]">{message.to.join(', ') || message.envelope.to.join(', ')}</bdi>
      </p>
      <CodeStrip message={message} />
    </header>
  )
}

/** Where the panel stands below the message, the code is still the first thing in sight. */
function CodeStrip({ message }: { message: Message }) {
  const code = message.codes[0]
  if (!code) return null
  return (
    <div className="mt-2 flex items-center gap-2 rounded-md border border-line bg-inset py-0.5 pr-1 pl-3 @3xl:hidden">
      <span className="text-soft">Code</span>
      <span className="flex-1 font-mono text-xl font-semibold tracking-wider wrap-anywhere">{code.value}</span>
      <CopyButton text={code.value} what="the code" />
    </div>
  )
}
