import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, get, getText, withQuery } from './call.ts'
import { inboxUrl, patchInbox, refreshInbox } from './inboxes.ts'
import { queryClient } from './query-client.ts'
import type { Message, Page, Summary } from './types.ts'

const PAGE = 100
/** A search looks through the texts until it has so many: the first ones are shown sooner. */
const FOUND_PAGE = 25
/** How often a message is read again whose sender is still being checked. */
const LOOK_MS = 3_000
const LOOKS = 5

type Pages = InfiniteData<Page<Summary>, string | null>

function listKey(address: string, search: string) {
  return ['messages', address, search] as const
}

function listPage(address: string, search: string, cursor: string | null, signal?: AbortSignal) {
  const limit = search === '' ? PAGE : FOUND_PAGE
  const path = withQuery(`${inboxUrl(address)}/messages`, { limit, contains: search, cursor })
  return get<Page<Summary>>(path, signal)
}

function listOptions(address: string, search: string) {
  return infiniteQueryOptions({
    queryKey: listKey(address, search),
    queryFn: ({ pageParam, signal }) => listPage(address, search, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<Summary>) => page.next_cursor,
    // New mail is put in front as it comes, and a long list is not read again for a glance away.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

export function useMessages(address: string, search: string) {
  return useInfiniteQuery(listOptions(address, search))
}

export function useMessage(id: string) {
  return useQuery({
    queryKey: ['message', id],
    queryFn: ({ signal }) => get<Message>(`/messages/${id}`, signal),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (isUnderCheck(state.data) && state.dataUpdateCount < LOOKS ? LOOK_MS : false),
  })
}

/** The name servers have not answered yet. */
function isUnderCheck(message: Message | undefined): boolean {
  return Object.values(message?.auth ?? {}).some(({ result }) => result === 'temperror')
}

export function useSource(id: string) {
  return useQuery({
    queryKey: ['source', id],
    queryFn: ({ signal }) => getText(`/messages/${id}/raw`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Puts what has come since in front of the list. A list that has fallen too far behind is read anew. */
export async function refreshNewest(address: string): Promise<void> {
  const key = listKey(address, '')
  const old = queryClient.getQueryData<Pages>(key)
  if (!old) return
  // One that nobody looks at is read when somebody does.
  const isShown = queryClient.getQueryCache().find({ queryKey: key })?.isActive()
  if (!isShown) return queryClient.removeQueries({ queryKey: key })
  const head = await listPage(address, '', null)
  const known = new Set(old.pages[0]?.data.map(({ id }) => id))
  const fresh = head.data.filter(({ id }) => !known.has(id))
  if (fresh.length === head.data.length && known.size > 0) return queryClient.resetQueries({ queryKey: key })
  queryClient.setQueryData<Pages>(key, (now) => now && putInFront(now, fresh))
}

/** For all lists in sight: a long one is not read to its end again. */
export async function refreshLists(): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ queryKey: ['messages'], type: 'active' })
  await Promise.all(shown.map(({ queryKey }) => refreshNewest(String(queryKey[1]))))
}

function putInFront(list: Pages, fresh: readonly Summary[]): Pages {
  const known = new Set(list.pages[0]?.data.map(({ id }) => id))
  const [first, ...rest] = list.pages
  if (!first) return list
  const added = fresh.filter(({ id }) => !known.has(id))
  return { ...list, pages: [{ ...first, data: [...added, ...first.data] }, ...rest] }
}

/** In every list that holds it. Null takes the message away. */
function patchSummary(address: string, id: string, change: (message: Summary) => Summary | null): void {
  queryClient.setQueriesData<Pages>({ queryKey: ['messages', address] }, (list) => {
    if (!list) return list
    const pages = list.pages.map((page) => ({
      ...page,
      data: page.data.flatMap((message) => (message.id === id ? (change(message) ?? []) : message)),
    }))
    return { ...list, pages }
  })
}

export async function markSeen({ id, inbox, seen: before }: Summary | Message, seen: boolean): Promise<void> {
  if (before === seen) return
  const inLists = (shown: boolean) => patchSummary(inbox, id, (message) => ({ ...message, seen: shown }))
  const show = (shown: boolean) => {
    inLists(shown)
    queryClient.setQueryData<Message>(['message', id], (message) => message && { ...message, seen: shown })
    patchInbox(inbox, (one) => ({ ...one, unread_count: Math.max(0, one.unread_count + (shown ? -1 : 1)) }))
  }
  show(seen)
  try {
    await call('PATCH', `/messages/${id}`, { seen })
  } catch (error) {
    show(before)
    throw error
  }
  // A list and an inbox that were being read meanwhile do not know of it yet.
  await queryClient.ensureInfiniteQueryData(listOptions(inbox, ''))
  inLists(seen)
  await refreshInbox(inbox)
}

export async function deleteMessage({ id, inbox, seen }: Summary | Message): Promise<void> {
  await call('DELETE', `/messages/${id}`)
  patchSummary(inbox, id, () => null)
  patchInbox(inbox, (one) => ({
    ...one,
    message_count: Math.max(0, one.message_count - 1),
    unread_count: Math.max(0, one.unread_count - (seen ? 0 : 1)),
  }))
}

export function sendTestMail(address: string): Promise<{ id: string }> {
  return call('POST', `${inboxUrl(address)}/test-mail`)
}
