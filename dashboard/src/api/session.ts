import { useQuery } from '@tanstack/react-query'
import { call, get } from './call.ts'
import { Problem } from './problem.ts'
import { queryClient, SESSION } from './query-client.ts'
import type { Session } from './types.ts'

/** Null for somebody who has not signed in. */
export function useSessionQuery() {
  return useQuery({ queryKey: SESSION, queryFn: ({ signal }) => readSession(signal), staleTime: 60_000 })
}

async function readSession(signal: AbortSignal): Promise<Session | null> {
  try {
    return await get<Session>('/session', signal)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return null
    throw error
  }
}

/** Only for views behind `SignedIn`. */
export function useSession(): Session {
  const { data } = useSessionQuery()
  if (!data) throw new Error('There is no session.')
  return data
}

/** Another user may have looked at this page before: nothing of theirs stays. Null where nobody is signed in now. */
export function startSession(session: Session | null): void {
  queryClient.setQueryData(SESSION, session)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
}

export async function signOut(): Promise<void> {
  await call('DELETE', '/session')
  startSession(null)
}
