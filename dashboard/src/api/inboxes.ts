import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, get, withQuery } from './call.ts'
import { Problem } from './problem.ts'
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
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, isError])
  const inboxes = useMemo(() => data?.pages.flatMap((page) => page.data), [data])
  return { ...query, inboxes }
}

/** One inbox of ours. Asking for it does not claim the address, as listing its messages would. */
export function useInbox(address: string) {
  return useQuery({
    queryKey: ['inbox', address],
    queryFn: ({ signal }) => get<Inbox>(inboxUrl(address), signal),
  })
}

function changeList(change: (inboxes: readonly Inbox[]) => readonly Inbox[]): void {
  queryClient.setQueryData<Pages>(INBOXES, (old) => {
    return old && { ...old, pages: old.pages.map((page) => ({ ...page, data: change(page.data) })) }
  })
}

/** Changes what is shown of an inbox before, or without, asking the server. */
export function patchInbox(address: string, change: (inbox: Inbox) => Inbox): void {
  queryClient.setQueryData<Inbox>(['inbox', address], (old) => old && change(old))
  changeList((inboxes) => inboxes.map((inbox) => (inbox.address === address ? change(inbox) : inbox)))
}

/** In place of what was known of it, or as a new one. Where in the list does not matter: it is sorted when shown. */
function putInbox(inbox: Inbox): void {
  queryClient.setQueryData(['inbox', inbox.address], inbox)
  const pages = queryClient.getQueryData<Pages>(INBOXES)?.pages ?? []
  const isKnown = pages.some((page) => page.data.some(({ address }) => address === inbox.address))
  if (isKnown) patchInbox(inbox.address, () => inbox)
  else changeList((inboxes) => (inboxes === pages[0]?.data ? [inbox, ...inboxes] : inboxes))
}

function dropInbox(address: string): void {
  changeList((inboxes) => inboxes.filter((inbox) => inbox.address !== address))
  queryClient.removeQueries({ queryKey: ['messages', address] })
  queryClient.removeQueries({ queryKey: ['inbox', address] })
}

/** Reads one inbox again: the whole list may be long. */
export async function refreshInbox(address: string): Promise<void> {
  try {
    putInbox(await get<Inbox>(inboxUrl(address)))
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    dropInbox(address)
  }
}

export function inboxUrl(address: string): string {
  return `/inboxes/${encodeURIComponent(address)}`
}

export async function createInbox(wish: { address?: string; label?: string }): Promise<Inbox> {
  const inbox = await call<Inbox>('POST', '/inboxes', wish)
  putInbox(inbox)
  return inbox
}

export async function labelInbox(address: string, label: string | null): Promise<void> {
  putInbox(await call<Inbox>('PATCH', inboxUrl(address), { label }))
}

export async function deleteInbox(address: string): Promise<void> {
  await call('DELETE', inboxUrl(address))
  dropInbox(address)
}

export async function emptyInbox(address: string): Promise<void> {
  await call('DELETE', `${inboxUrl(address)}/messages`)
  await Promise.all([queryClient.resetQueries({ queryKey: ['messages', address] }), refreshInbox(address)])
}
