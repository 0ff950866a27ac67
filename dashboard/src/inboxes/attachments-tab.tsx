import type { Message } from '../api/types.ts'
import { formatBytes } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Badge } from '../ui/notice.tsx'
import { EmptyState } from '../ui/states.tsx'

export function AttachmentsTab({ message }: { message: Message }) {
  if (message.attachments.length === 0) return <EmptyState icon="paperclip" title="No attachments" />
  return (
    <ul className="pb-4">
      {message.attachments.map(({ index, filename, content_type, size_bytes, inline }) => (
        <li key={index} className="flex items-center gap-3 border-b border-line px-4 py-2.5">
          <Icon name={content_type.startsWith('image/') ? 'image' : 'paperclip'} className="text-soft" />
          <div className="min-w-0 flex-1">
            <bdi className="block truncate font-medium">{filename || 'Without a name'}</bdi>
            <span className="text-soft">
              {content_type} · {formatBytes(size_bytes)} {inline && <Badge>inline</Badge>}
            </span>
          </div>
          <a
            href={`/v1/messages/${message.id}/attachments/${index}`}
            download={filename || `attachment-${index}`}
            className="flex h-8 items-center gap-1.5 rounded-md border border-edge px-3 font-medium hover:bg-hover"
          >
            <Icon name="download" />
            Download<span className="sr-only"> {filename}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
