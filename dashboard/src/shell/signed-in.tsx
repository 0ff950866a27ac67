import type { ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import { useSessionQuery } from '../api/session.ts'
import { ErrorState } from '../ui/states.tsx'
import { Shell } from './shell.tsx'

/** The way in: without a session to the sign-in page, and from there back to this very place. */
export function SignedIn({ children }: { children: ReactNode }) {
  const query = useSessionQuery()
  useLocation()
  if (query.data) return <Shell>{children}</Shell>
  if (query.data === null) {
    const here = `${location.pathname}${location.search}`
    return <Redirect to={here === '/inboxes' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`} replace />
  }
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />
  return <div role="status" aria-label="Loading" className="h-full" />
}
