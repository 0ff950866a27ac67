import type { ReactNode } from 'react'
import type { List } from '../api/settings.ts'
import { useTitle } from '../shell/use-title.ts'
import { Button } from '../ui/button.tsx'
import type { IconName } from '../ui/icon.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx'

interface PageHeadProps {
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** The heading of a page of settings, with the one thing to do there. */
export function PageHead({ title, children, action }: PageHeadProps) {
  useTitle(title)
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-3">
      <div className="max-w-xl">
        <h1 className="text-lg font-semibold">{title}</h1>
        {children && <p className="mt-1 text-soft">{children}</p>}
      </div>
      {action}
    </header>
  )
}

/** A part of a page, under a heading of its own. */
export function Block({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <section className="mt-8">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

export const CARD = 'rounded-lg border border-line'

interface RowsProps<T> {
  list: List<T>
  keyOf: (item: T) => string
  row: (item: T) => ReactNode
  empty: { icon: IconName; title: string; text?: ReactNode }
  label: string
}

/** A list in a box, with its empty, loading and error states. */
export function Rows<T>({ list, keyOf, row, empty, label }: RowsProps<T>) {
  const { items, error, hasNextPage, isFetchingNextPage } = list
  return (
    <div className={`${CARD} overflow-hidden`}>
      {items === undefined && error && <ErrorState error={error} retry={() => void list.refetch()} />}
      {items === undefined && !error && <SkeletonRows rows={3} />}
      {items?.length === 0 && (
        <EmptyState icon={empty.icon} title={empty.title}>
          {empty.text}
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <ul aria-label={label} className="divide-y divide-line">
          {items.map((item) => (
            <li key={keyOf(item)}>{row(item)}</li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="border-t border-line p-2 text-center">
          <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

/** What a row says, and what can be done with it. */
export function Row({ title, children, action }: { title: ReactNode; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-40 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2 font-medium wrap-anywhere">{title}</div>
        {children && <div className="text-soft">{children}</div>}
      </div>
      {action}
    </div>
  )
}
