import type { UserListing } from '../../domain/people-store.ts'
import type { Store } from '../../domain/ports.ts'

const PAGE = 100

/** Of all accounts. */
export async function* listUsers(store: Store): AsyncGenerator<UserListing> {
  let after: string | null = null
  for (;;) {
    const page: readonly UserListing[] = await store.people.users(after, PAGE)
    yield* page
    if (page.length < PAGE) return
    after = page.at(-1)?.id ?? null
  }
}
