import type { KeyPrincipal } from '../owners.ts'
import { MailRoom, type RoomOptions } from '../test-mail-room.ts'
import type { DomainView } from './domain-view.ts'
import { TestZone } from './test-zone.ts'

export const SHOP = 'shop.test'
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
const NEVER = new AbortController().signal

/** A room whose name servers and clock the test moves. */
export class DomainRoom extends MailRoom {
  readonly zone: TestZone

  constructor(options: RoomOptions = {}) {
    const zone = new TestZone()
    super({ ...options, dns: zone, people: { baseUrl: () => 'https://app.mayfly.test', ...options.people } })
    this.zone = zone
  }

  /** All the checks that are due by now. */
  async check(): Promise<void> {
    await this.mail.domains.beginChecks(NEVER)
    await this.mail.domains.checksSettled()
  }

  /** Later by so much, with each check at its own time on the way. */
  async pass(ms: number): Promise<number> {
    const end = this.now + ms
    let checks = 0
    for (;;) {
      const [due] = await this.#due()
      if (due === undefined || due > end) break
      this.now = Math.max(this.now, due)
      await this.check()
      checks++
    }
    this.now = end
    return checks
  }

  async #due(): Promise<number[]> {
    const accounts = await this.store.accounts(null, 100)
    const domains = await Promise.all(accounts.map(({ id }) => this.store.domains.list(id, null, 100)))
    return domains
      .flat()
      .map(({ nextCheckAt }) => nextCheckAt)
      .sort((a, b) => a - b)
  }

  /** Added, its records set, and checked. */
  async verified(owner: KeyPrincipal, name = SHOP): Promise<DomainView> {
    const { domain } = await this.mail.domains.add(owner, name)
    this.zone.verify(domain)
    await this.check()
    return this.mail.domains.get(owner, name)
  }

  async actions(owner: KeyPrincipal): Promise<string[]> {
    const log = await this.store.people.auditLog(owner.account.id, null, 100)
    return log.map(({ action }) => action).toReversed()
  }
}

export function statuses({ records }: DomainView): string[] {
  return records.map(({ status }) => status)
}

export function letter(subject: string): string {
  return `From: bob@sender.test\nSubject: ${subject}\n\nGood day\n`
}
