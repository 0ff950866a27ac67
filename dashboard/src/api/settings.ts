import { type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, get, withQuery } from './call.ts'
import { queryClient } from './query-client.ts'
import type {
  Account,
  ApiKey,
  AuditEntry,
  Delivery,
  Device,
  Domain,
  Invite,
  Member,
  NewApiKey,
  NewWebhook,
  Page,
  PlanTable,
  SignedInSession,
  Webhook,
  WebhookSecret,
  WebhookWish,
} from './types.ts'

/** How often it is read again what changes by itself, and of which no event tells. */
const LOOK_MS = 5_000

/** A list of the API by its path, read page by page. */
export function useList<T>(path: string, query: Readonly<Record<string, string>> = {}, refetchInterval = 0) {
  const result = useInfiniteQuery({
    queryKey: [path, query],
    queryFn: ({ pageParam, signal }) => get<Page<T>>(withQuery(path, { ...query, cursor: pageParam }), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval,
  })
  const { data } = result
  const items = useMemo(() => data?.pages.flatMap((page) => page.data), [data])
  return { ...result, items }
}

export type List<T> = ReturnType<typeof useList<T>>

function useOne<T>(path: string, refetchInterval = 0) {
  return useQuery({ queryKey: [path], queryFn: ({ signal }) => get<T>(path, signal), refetchInterval })
}

/** Everything that was read at these paths is read again. */
function refresh(...paths: string[]): Promise<unknown> {
  return Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] satisfies QueryKey })))
}

export const useAccount = () => useOne<Account>('/account')
export const usePlans = () => useOne<PlanTable>('/plans')

export const useKeys = () => useList<ApiKey>('/keys')
export async function createKey(wish: { name: string; scope: string }): Promise<NewApiKey> {
  const key = await call<NewApiKey>('POST', '/keys', wish)
  await refresh('/keys')
  return key
}
export async function revokeKey(id: string): Promise<void> {
  await call('DELETE', `/keys/${id}`)
  await refresh('/keys')
}

export const useDevices = () => useList<Device>('/devices')
export async function revokeDevice(id: string): Promise<void> {
  await call('DELETE', `/devices/${id}`)
  await refresh('/devices')
}

export const useSessions = () => useList<SignedInSession>('/sessions')
export async function endSession(id: string): Promise<void> {
  await call('DELETE', `/sessions/${id}`)
  await refresh('/sessions')
}

export const useMembers = () => useList<Member>('/members')
export const useInvites = () => useList<Invite>('/invites')
export async function changeRole(id: string, role: string): Promise<void> {
  await call('PATCH', `/members/${id}`, { role })
  await refresh('/members')
}
export async function removeMember(id: string): Promise<void> {
  await call('DELETE', `/members/${id}`)
  await refresh('/members')
}
export async function createInvite(wish: { role: string; email?: string }): Promise<Invite> {
  const invite = await call<Invite>('POST', '/invites', wish)
  await refresh('/invites')
  return invite
}
export async function withdrawInvite(id: string): Promise<void> {
  await call('DELETE', `/invites/${id}`)
  await refresh('/invites')
}

export const useAudit = () => useList<AuditEntry>('/audit')

export const useDomains = () => useList<Domain>('/domains', {}, LOOK_MS)
export const useDomain = (domain: string) => useOne<Domain>(domainPath(domain), LOOK_MS)
export async function addDomain(domain: string): Promise<Domain> {
  const added = await call<Domain>('POST', '/domains', { domain })
  await refresh('/domains')
  return added
}
export async function checkDomain(domain: string): Promise<Domain> {
  const checked = await call<Domain>('POST', `${domainPath(domain)}/check`)
  await refresh('/domains', domainPath(domain))
  return checked
}
export async function removeDomain(domain: string): Promise<void> {
  await call('DELETE', domainPath(domain))
  await refresh('/domains')
}
function domainPath(domain: string): string {
  return `/domains/${encodeURIComponent(domain)}`
}

export const useWebhooks = () => useList<Webhook>('/webhooks')
export const useWebhook = (id: string) => useOne<Webhook>(`/webhooks/${id}`, LOOK_MS)
export const useDeliveries = (id: string) => useList<Delivery>(`/webhooks/${id}/deliveries`, {}, LOOK_MS)
export const useDelivery = (id: string) => useOne<Delivery>(`/deliveries/${id}`, LOOK_MS)

export async function createWebhook(wish: WebhookWish): Promise<NewWebhook> {
  const webhook = await call<NewWebhook>('POST', '/webhooks', wish)
  await refresh('/webhooks')
  return webhook
}
export async function changeWebhook(id: string, wish: WebhookWish): Promise<void> {
  await call('PATCH', `/webhooks/${id}`, wish)
  await refreshWebhook(id)
}
export async function deleteWebhook(id: string): Promise<void> {
  await call('DELETE', `/webhooks/${id}`)
  await refresh('/webhooks')
}
export function readSecret(id: string): Promise<WebhookSecret> {
  return get(`/webhooks/${id}/secret`)
}
/** test, pause, resume, rotate-secret, redeliver. */
export async function actOnWebhook<T>(id: string, action: string, body?: object): Promise<T> {
  try {
    return await call<T>('POST', `/webhooks/${id}/${action}`, body)
  } finally {
    await refreshWebhook(id)
  }
}
export async function redeliver(webhookId: string, deliveryId: string): Promise<void> {
  await call('POST', `/deliveries/${deliveryId}/redeliver`)
  await refresh(`/webhooks/${webhookId}/deliveries`, `/deliveries/${deliveryId}`)
}
export function refreshWebhook(id: string): Promise<unknown> {
  return refresh('/webhooks', `/webhooks/${id}`, `/webhooks/${id}/deliveries`)
}
