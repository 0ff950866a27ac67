import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

/** A grey place where something is about to be. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded bg-hover ${className}`} />
}

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-2/3']

export function SkeletonRows({ rows = 4, height = 'h-14' }: { rows?: number; height?: string }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <div key={index} className={`flex flex-col justify-center gap-2 border-b border-line px-4 ${height}`}>
          <Skeleton className={`h-3 ${WIDTHS[index % WIDTHS.length]}`} />
          <Skeleton className={`h-3 ${WIDTHS[(index + 2) % WIDTHS.length]}`} />
        </div>
      ))}
    </div>
  )
}

interface EmptyProps {
  icon: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center justify-center gap-2 px-6 py-12 text-center">
      <span className="flex size-10 items-center justify-center rounded-full bg-hover text-soft">
        <Icon name={icon} className="size-5" />
      </span>
      <p className="font-medium">{title}</p>
      {children && <div className="max-w-sm text-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

export function ErrorState({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <p className="font-medium">This could not be loaded</p>
      <p className="max-w-sm wrap-anywhere text-soft">{error.message}</p>
      {retry && (
        <Button icon="refresh" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}

interface LoadedProps<T> {
  query: UseQueryResult<T>
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** The three faces of everything that comes from the server. What has been loaded stays while it is loaded again. */
export function Loaded<T>({ query, skeleton = <SkeletonRows />, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />
  return skeleton
}
