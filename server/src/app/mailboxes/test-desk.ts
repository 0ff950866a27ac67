import assert from 'node:assert/strict'
import { DomainError } from '../../domain/domain-error.ts'
import type { ErrorCode } from '../../domain/error-code.ts'
import type { Mailbox } from '../../domain/mailbox.ts'
import type { KeyPrincipal } from '../owners.ts'
import { MailRoom, type RoomOptions } from '../test-mail-room.ts'
import type { MailboxAccess } from './mailbox-access.ts'
import type { Upload } from './mailbox-contents.ts'

export const ADDRESS = 'ann@mayfly.test'

export async function refuses(code: ErrorCode, call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => error instanceof DomainError && error.code === code)
}

/** A mail room in which one account has entered with a mail program, by an address or by the sign-in e-mail. */
export class Desk {
  readonly room: MailRoom
  readonly account: KeyPrincipal
  readonly email: string
  access: MailboxAccess

  private constructor(room: MailRoom, account: KeyPrincipal, email: string, access: MailboxAccess) {
    this.room = room
    this.account = account
    this.email = email
    this.access = access
  }

  static async open(how: 'address' | 'e-mail' = 'address', options: RoomOptions = {}): Promise<Desk> {
    const room = new MailRoom(options)
    const { keyText, ...account } = await room.account()
    const email = `${keyText}@owner.test`
    const access = await room.mail.mailboxes.enter(account, how === 'address' ? ADDRESS : email)
    return new Desk(room, account, email, access)
  }

  get mailboxes(): MailRoom['mail']['mailboxes'] {
    return this.room.mail.mailboxes
  }

  find(name: string): Promise<Mailbox> {
    return this.mailboxes.find(this.access, name)
  }

  async names(): Promise<string[]> {
    return (await this.mailboxes.list(this.access)).filter(({ exists }) => exists).map(({ name }) => name)
  }

  /** `UID flags…` of each message in a mailbox. */
  async rows(name: string): Promise<string[]> {
    const { id } = await this.find(name)
    const rows = await this.mailboxes.contents.rows(id, { after: 0, changedSince: 0 })
    return rows.map(({ uid, seen, flags }) => [uid, ...(seen ? ['seen'] : []), ...flags].join(' '))
  }

  async append(name: string, source: string, filed: Partial<Upload> = {}): Promise<number> {
    const raw = Buffer.from(source)
    return this.mailboxes.contents.append(this.access, await this.find(name), {
      ...{ seen: false, flags: [], internalDate: null, sizeBytes: raw.length, raw, head: raw },
      ...filed,
    })
  }

  async transfer(from: string, uids: readonly number[], to: string, mode: 'copy' | 'move') {
    const [source, target] = [await this.find(from), await this.find(to)]
    return this.mailboxes.contents.transfer(this.access, source, uids, target, mode)
  }
}

/** The types of all events of the account so far, in their order. */
export async function eventTypes(desk: Desk): Promise<string[]> {
  return (await desk.room.store.events(desk.account.account.id, 0, 100)).map(({ type }) => type)
}
