import { Link } from 'wouter'
import type { Summary } from '../api/types.ts'
import { Icon } from '../ui/icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { inboxPath } from './paths.ts'

export function MessageRow({ message, tabIndex, isOpen }: { message: Summary; tabIndex: number; isOpen: boolean }) {
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
