import { parseAddress } from '../../domain/address.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { Mailbox } from '../../domain/mailbox.ts'
import type { InboxPlace, Store } from '../../domain/ports.ts'
import { claimInbox } from '../claim-inbox.ts'
import type { MailDeps } from '../deps.ts'
import { isFor } from '../domains/served-domains.ts'
import { deleteInbox } from '../inboxes.ts'
import type { Principal } from '../owners.ts'
import { DELIMITER, INBOX, type MailboxAccess, namesAbove, requireFolderName } from './mailbox-access.ts'
import type { MailboxContents } from './mailbox-contents.ts'

export interface MailboxName {
  readonly name: string
  readonly subscribed: boolean
  /** A subscription may outlive its mailbox: RFC 3501 §6.3.6. */
  readonly exists: boolean
}

const MAX_FOLDERS = 1_000
const MAX_SUBSCRIPTIONS = 20_000
const INBOXES_AT_ONCE = 500
const MOVED_AT_ONCE = 100

/** What a mail program does with mailboxes: those of one inbox, or of the whole account. */
export class Mailboxes {
  readonly contents: MailboxContents
  readonly #deps: MailDeps
  readonly #openInbox: (principal: Principal, email: string) => Promise<{ readonly id: string }>

  constructor(
    deps: MailDeps,
    contents: MailboxContents,
    openInbox: (principal: Principal, email: string) => Promise<{ readonly id: string }>,
  ) {
    this.#deps = deps
    this.contents = contents
    this.#openInbox = openInbox
  }

  get #store(): Store['mailboxes'] {
    return this.#deps.store.mailboxes
  }

  /** By the sign-in e-mail of somebody in the account, or else by an address, which is claimed if it is free. */
  async enter(principal: Principal, user: string): Promise<MailboxAccess> {
    if (principal.scope === 'codes') throw new DomainError('forbidden', 'A key for codes cannot read mail.')
    const readOnly = principal.scope === 'read'
    const accountId = principal.account.id
    const known = await this.#deps.store.people.userByEmail(user.toLowerCase())
    if (known?.accountId === accountId) return { principal, readOnly, owner: { accountId, inboxId: null } }
    const { id } = await this.#openInbox(principal, user)
    return { principal, readOnly, owner: { accountId, inboxId: id } }
  }

  async list(access: MailboxAccess): Promise<readonly MailboxName[]> {
    const names = new Set([INBOX, ...(await this.#folderNames(access)), ...(await this.#inboxNames(access))])
    const subscriptions = new Set(await this.#store.subscriptions(access.owner))
    const lost = [...subscriptions].filter((name) => !names.has(name))
    return [
      ...[...names].map((name) => ({ name, subscribed: subscriptions.has(name), exists: true })),
      ...lost.map((name) => ({ name, subscribed: true, exists: false })),
    ]
  }

  /** Throws not_found. */
  async find(access: MailboxAccess, name: string): Promise<Mailbox> {
    const mailbox = await this.#look(access, name)
    if (!mailbox) throw new DomainError('not_found', `There is no mailbox ${name}.`)
    return mailbox
  }

  async #look({ owner, principal }: MailboxAccess, name: string): Promise<Mailbox | null> {
    if (name === INBOX && owner.inboxId !== null) return this.#store.mailbox(owner.inboxId)
    const folder = await this.#store.folder(owner, name)
    if (folder) return folder
    if (name === INBOX) return this.#ownInbox(owner.accountId)
    const inbox = owner.inboxId === null && name.includes('@') ? await this.#inboxNamed(name) : null
    return inbox?.accountId === principal.account.id ? this.#store.mailbox(inbox.id) : null
  }

  async #inboxNamed(name: string): ReturnType<Store['inboxByAddress']> {
    const address = readAddress(name)
    return address === null ? null : this.#deps.store.inboxByAddress(address)
  }

  /** The account's INBOX gets no mail of its own, and is made when somebody first looks. */
  async #ownInbox(accountId: string): Promise<Mailbox | null> {
    const owner = { accountId, inboxId: null }
    try {
      return await this.#store.createFolder(owner, INBOX, this.#deps.clock.now(), MAX_FOLDERS)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'conflict') return this.#store.folder(owner, INBOX)
      throw error
    }
  }

  /** An address becomes an inbox; any other name a folder, with those above it. */
  async create(access: MailboxAccess, wished: string): Promise<void> {
    // RFC 3501 §6.3.3: a delimiter at the end says that names are to come below it.
    const name = wished.endsWith(DELIMITER) ? wished.slice(0, -1) : wished
    if (await this.#look(access, name)) throw new DomainError('conflict', `There is a mailbox ${name} already.`)
    if (this.#servedAddress(access, name) === null) {
      requireFolderName(name)
      await this.#makeAbove(access, name)
    }
    await this.#make(access, name)
  }

  async #makeAbove(access: MailboxAccess, name: string): Promise<void> {
    for (const above of namesAbove(name)) if (!(await this.#look(access, above))) await this.#make(access, above)
  }

  async #make(access: MailboxAccess, name: string): Promise<void> {
    const address = this.#servedAddress(access, name)
    if (address !== null) await claimInbox(this.#deps, access.principal, address)
    else await this.#store.createFolder(access.owner, name, this.#deps.clock.now(), MAX_FOLDERS)
  }

  /** A folder of such a name would hide the inbox. Beside one inbox there are no others to hide. */
  #servedAddress(access: MailboxAccess, name: string): string | null {
    const address = access.owner.inboxId === null ? readAddress(name) : null
    return address !== null && this.#isServed(access, address) ? address : null
  }

  #isServed({ owner }: MailboxAccess, address: string): boolean {
    const keeper = this.#deps.served.keeperOf(parseAddress(address).domain)
    return keeper !== null && isFor(keeper, owner.accountId)
  }

  async delete(access: MailboxAccess, name: string): Promise<void> {
    if (name === INBOX) throw new DomainError('forbidden', 'INBOX stays.')
    const mailbox = await this.find(access, name)
    if (mailbox.folder === null) await deleteInbox(this.#deps, access.principal, mailbox.address)
    else await this.#store.deleteFolder(access.owner, name)
    this.#deps.wakeup.ring([mailbox.id])
  }

  /** RFC 3501 §6.3.5: of INBOX only the messages go, and INBOX stays. */
  async rename(access: MailboxAccess, from: string, to: string): Promise<void> {
    const mailbox = await this.find(access, from)
    if (await this.#look(access, to)) throw new DomainError('conflict', `There is a mailbox ${to} already.`)
    if (mailbox.folder === null && from !== INBOX) {
      throw new DomainError('forbidden', 'An inbox keeps its address. Make another, and move the messages.')
    }
    requireFolderName(to)
    if (from === INBOX) {
      await this.create(access, to)
      await this.#moveAll(access, mailbox, await this.find(access, to))
      return
    }
    this.#requireFreeFor(access, from, to)
    await this.#makeAbove(access, to)
    await this.#store.renameFolder(access.owner, from, to)
  }

  #requireFreeFor(access: MailboxAccess, from: string, to: string): void {
    if (this.#servedAddress(access, to) !== null) {
      throw new DomainError('forbidden', 'A folder does not become an inbox. Make the inbox, and move the messages.')
    }
    if (to.startsWith(from + DELIMITER)) throw new DomainError('forbidden', 'A folder cannot go into itself.')
  }

  async #moveAll(access: MailboxAccess, from: Mailbox, to: Mailbox): Promise<void> {
    for (;;) {
      const uids = await this.#store.uids(from.id, 0, MOVED_AT_ONCE)
      if (uids.length === 0) return
      await this.contents.transfer(access, from, uids, to, 'move')
    }
  }

  async subscribe({ owner }: MailboxAccess, name: string): Promise<void> {
    await this.#store.subscribe(owner, name, MAX_SUBSCRIPTIONS)
  }

  async unsubscribe({ owner }: MailboxAccess, name: string): Promise<void> {
    await this.#store.unsubscribe(owner, name)
  }

  async #folderNames({ owner }: MailboxAccess): Promise<string[]> {
    return (await this.#store.folders(owner)).map(({ folder }) => folder as string)
  }

  async #inboxNames({ owner, principal }: MailboxAccess): Promise<string[]> {
    if (owner.inboxId !== null) return []
    const names: string[] = []
    let after: InboxPlace | null = null
    for (;;) {
      const page = await this.#deps.store.inboxes(principal.account.id, after, INBOXES_AT_ONCE)
      names.push(...page.map(({ address }) => address))
      after = page.at(-1) ?? null
      if (page.length < INBOXES_AT_ONCE) return names
    }
  }
}

/** As the store has it; null for what is no address. */
function readAddress(name: string): string | null {
  try {
    return parseAddress(name).text
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
