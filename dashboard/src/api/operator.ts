import { useQuery } from '@tanstack/react-query'
import { call, get } from './call.ts'
import { queryClient } from './query-client.ts'
import { useList } from './settings.ts'
import type { OperatorAccount, OperatorStatus } from './types.ts'

const ACCOUNTS = '/operator/accounts'
const LOOK_MS = 10_000

export function useOperatorAccounts(search: string) {
  return useList<OperatorAccount>(ACCOUNTS, search === '' ? {} : { q: search })
}

export function useOperatorStatus() {
  return useQuery({
    queryKey: ['/operator/status'],
    queryFn: ({ signal }) => get<OperatorStatus>('/operator/status', signal),
    refetchInterval: LOOK_MS,
  })
}

export async function changeAccount(id: string, change: { plan?: string; suspended?: boolean }): Promise<void> {
  await call('PATCH', `${ACCOUNTS}/${id}`, change)
  await queryClient.invalidateQueries({ queryKey: [ACCOUNTS] })
}
