import { useSource } from '../api/messages.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatBytes } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import { Loaded, Skeleton } from '../ui/states.tsx'

/** A browser lays out no more than this at once without a stall. */
const MOST_SHOWN = 256 * 1024

export function RawTab({ id }: { id: string }) {
  return (
    <Loaded query={useSource(id)} skeleton={<Skeleton className="m-4 h-64" />}>
      {(source) => (
        <div>
          {source.length > MOST_SHOWN && (
            <Notice>The first {formatBytes(MOST_SHOWN)}. Download the .eml to have it all.</Notice>
          )}
          <div className="p-4">
            <pre className="font-mono text-[13px] whitespace-pre-wrap wrap-anywhere">{source.slice(0, MOST_SHOWN)}</pre>
          </div>
          <div className="absolute top-2 right-4 rounded-md bg-paper">
            <CopyButton text={source} what="the source" />
          </div>
        </div>
      )}
    </Loaded>
  )
}
