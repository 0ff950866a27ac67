import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, get, withQuery } from './call.ts'
import { queryClient } from './query-client.ts'
import type { Inbox, Page } from './types.ts'

const INBOXES = ['inboxes'] as const
const PAGE = 100

type Pages = { pages: Page<Inbox>[]; pageParams: (string | null)[] }

/** All inboxes of the account: the list is searched and sorted here, so it is read to its end, page by page. */
export function useInboxes() {
  const query = useInfiniteQuery({
    queryKey: INBOXES,
    queryFn: ({ pageParam, signal }) =>
      get<Page<Inbox>>(withQuery('/inboxes', { limit: PAGE, cursor: pageParam }), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 60_000,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, isError])
  return { ...query, inboxes: query.data?.pages.flatMap((page) => page.data) }
}

/** One inbox of ours. Asking for it does not claim the address, as listing its messages would. */
export function useInbox(address: string) {
  return useQuery({
    queryKey: ['inbox', address],
    queryFn: ({ signal }) => get<Inbox>(inboxUrl(address), signal),
  })
}

export function refreshInboxes(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: INBOXES })
}

/** Changes what is shown of an inbox before, or without, asking the server. */
export function patchInbox(address: string, change: (inbox: Inbox) => Inbox): void {
  queryClient.setQueryData<Inbox>(['inbox', address], (old) => old && change(old))
  queryClient.setQueryData<Pages>(INBOXES, (old) => {
    if (!old) return old
    const pages = old.pages.map((page) => ({
      ...page,
      data: page.data.map((inbox) => (inbox.address === address ? change(inbox) : inbox)),
    }))
    return { ...old, pages }
  })
}

/** Reads one inbox again. One that is not in the list yet makes it read the list. */
export async function refreshInbox(address: string): Promise<void> {
  const pages = queryClient.getQueryData<Pages>(INBOXES)?.pages ?? []
  if (!pages.some((page) => page.data.some((inbox) => inbox.address === address))) return refreshInboxes()
  const fresh = await get<Inbox>(inboxUrl(address))
  patchInbox(address, () => fresh)
}

export function inboxUrl(address: string): string {
  return `/inboxes/${encodeURIComponent(address)}`
}

export async function createInbox(wish: { address?: string; label?: string }): Promise<Inbox> {
  const inbox = await call<Inbox>('POST', '/inboxes', wish)
  queryClient.setQueryData(['inbox', inbox.address], inbox)
  await refreshInboxes()
  return inbox
}

export async function labelInbox(address: string, label: string | null): Promise<void> {
  const changed = await call<Inbox>('PATCH', inboxUrl(address), { label })
  patchInbox(address, () => changed)
}

export async function deleteInbox(address: string): Promise<void> {
  await call('DELETE', inboxUrl(address))
  queryClient.removeQueries({ queryKey: ['messages', address] })
  queryClient.removeQueries({ queryKey: ['inbox', address] })
  await refreshInboxes()
}

export async function emptyInbox(address: string): Promise<void> {
  await call('DELETE', `${inboxUrl(address)}/messages`)
  await Promise.all([queryClient.resetQueries({ queryKey: ['messages', address] }), refreshInboxes()])
}
