import { QueryClient } from '@tanstack/react-query'
import { whenSessionEnds } from './call.ts'
import { mayPass } from './problem.ts'

const FRESH_MS = 10_000
const TRIES = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => mayPass(error) && failures < TRIES,
      // A browser that believes to be offline is not asked: the server may well be on this machine.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

export const SESSION = ['session'] as const

// Whoever looks at the session is led to the sign-in page.
whenSessionEnds(() => queryClient.setQueryData(SESSION, null))
