import type { RedisServer } from '../../../test/support/redis-server.ts'
import { within } from '../../../test/support/wait-until.ts'
import { RedisLink } from './redis-link.ts'
import { parseRedisUrl, type RedisPlace } from './redis-place.ts'

/** A node's link to a Redis server of the test, which may be away. */
export async function openLink({ url }: Pick<RedisServer, 'url'>): Promise<RedisLink> {
  const link = new RedisLink(parseRedisUrl(url) as RedisPlace)
  await link.start()
  return link
}

export function becomesWhole(link: RedisLink): Promise<void> {
  return changesTo('the link to be whole', link, () => link.isWhole)
}

export function becomesBroken(link: RedisLink): Promise<void> {
  return changesTo('the link to be broken', link, () => !link.isWhole)
}

async function changesTo(what: string, link: RedisLink, holds: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  link.watch({ changed: () => holds() && resolve() })
  if (holds()) resolve()
  await within(what, promise)
}
