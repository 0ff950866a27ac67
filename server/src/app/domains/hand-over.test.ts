import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageId } from '../../domain/ids.ts'
import { rejectsWith } from '../../drivers/contract/scene.ts'
import { INBOX } from '../mailboxes/mailbox-access.ts'
import type { KeyPrincipal } from '../owners.ts'
import { DAY, DomainRoom, letter, MINUTE, SHOP } from './test-domain-room.ts'
import { SERVICE } from './test-zone.ts'

const BOX = 'box@shop.test'

async function subjects(room: DomainRoom, owner: KeyPrincipal, address = BOX): Promise<string[]> {
  const { items } = await room.mail.readMail(await room.mail.openInbox(owner, address), { limit: 100 })
  return items.map(({ subject }) => subject)
}

/** The domain goes from one account to the other. */
async function handOver(room: DomainRoom, from: KeyPrincipal, to: KeyPrincipal): Promise<void> {
  await room.mail.domains.remove(from, SHOP)
  room.now += MINUTE
  await room.verified(to)
}

test('a domain that is removed takes no mail at once, and what came before can be read', async () => {
  const room = new DomainRoom()
  const ann = await room.account('team')
  await room.verified(ann)
  await room.send(BOX, letter('before'))
  assert.deepEqual(await subjects(room, ann), ['before'])
  await room.mail.domains.remove(ann, SHOP)
  await rejectsWith('foreign_domain', room.send(BOX, letter('after')))
  assert.deepEqual(await subjects(room, ann), ['before'])
  const access = await room.mail.mailboxes.enter(ann, BOX)
  assert.equal((await room.mail.mailboxes.find(access, INBOX)).messageCount, 1)
  await rejectsWith('foreign_domain', room.mail.openInbox(ann, 'new@shop.test'))
  await rejectsWith('foreign_domain', room.mail.createInbox(ann, { domain: SHOP }))
  await rejectsWith('foreign_domain', room.mail.sendTestMail(ann, BOX))
  await rejectsWith('not_found', room.mail.domains.remove(ann, SHOP))
  // Reading it does not keep it: it lapses with the plan's retention.
  room.now += 91 * DAY
  await room.mail.sweep(new AbortController().signal)
  await rejectsWith('foreign_domain', room.mail.openInbox(ann, BOX))
})

test('whoever has the domain next sees none of the mail of who had it before, and has the address', async () => {
  const room = new DomainRoom()
  const [ann, bob] = [await room.account('team'), await room.account('team')]
  await room.verified(ann)
  await room.send(BOX, letter('for Ann'))
  assert.deepEqual(await subjects(room, ann), ['for Ann'])
  const former = await room.mail.openInbox(ann, BOX)
  await handOver(room, ann, bob)
  await rejectsWith('foreign_domain', room.mail.openInbox(ann, BOX))
  assert.ok(await room.mail.message(ann, messageId(former.id, 1)))
  assert.deepEqual(await subjects(room, bob), [])
  assert.notEqual((await room.mail.openInbox(bob, BOX)).id, former.id)
  await room.send(BOX, letter('for Bob'))
  assert.deepEqual(await subjects(room, bob), ['for Bob'])
  await rejectsWith('not_found', room.mail.message(ann, messageId(former.id, 1)))
  assert.equal((await room.mail.listInboxes(ann, null, 10)).inboxes.length, 0)
})

test('the next owner’s mail does not go into the inbox of the one before, whoever comes first', async () => {
  const room = new DomainRoom()
  const [ann, bob] = [await room.account('team'), await room.account('team')]
  await room.verified(ann)
  await room.mail.createInbox(ann, { address: BOX })
  await handOver(room, ann, bob)
  await room.send(BOX, letter('for Bob'))
  await rejectsWith('foreign_domain', room.mail.openInbox(ann, BOX))
  assert.deepEqual((await room.mail.listInboxes(ann, null, 10)).inboxes, [])
  assert.deepEqual(await subjects(room, bob), ['for Bob'])
})

test('mail that was held for the one before is not handed to the next', async () => {
  const room = new DomainRoom()
  const [ann, bob] = [await room.account('team'), await room.account('team')]
  await room.verified(ann)
  await room.send(BOX, letter('held for Ann'))
  await handOver(room, ann, bob)
  await room.send(BOX, letter('held for Bob'))
  await rejectsWith('foreign_domain', room.mail.openInbox(ann, BOX))
  assert.deepEqual(await subjects(room, bob), ['held for Bob'])
})

test('what is under way when the domain is given up is refused at its end', async () => {
  const room = new DomainRoom()
  const [ann, bob] = [await room.account('team'), await room.account('team')]
  await room.verified(ann)
  await room.mail.openInbox(ann, BOX)
  const raw = Buffer.from(letter('between'))
  const rest = { envelopeFrom: '', receivedAt: room.now, raw, head: raw, sizeBytes: raw.length, tls: null, peer: null }
  const accepted = await room.mail.acceptRecipient(BOX, null)
  await room.mail.domains.remove(ann, SHOP)
  await rejectsWith('foreign_domain', room.mail.deliver({ ...rest, recipients: [accepted] }))
  room.now += MINUTE
  await room.verified(bob)
  await rejectsWith('foreign_domain', room.mail.deliver({ ...rest, recipients: [accepted] }))
  assert.deepEqual(await subjects(room, bob), [])
})

test('mail for an address that nobody has claimed is held for the domain’s account, within its plan', async () => {
  const room = new DomainRoom()
  const [ann, eve] = [await room.account('team'), await room.account('team')]
  await room.verified(ann)
  const { maxBytes, storedBytesCap } = await room.mail.acceptRecipient(BOX, null)
  assert.deepEqual([maxBytes, storedBytesCap], [ann.plan.message_bytes, null])
  await room.send(BOX, letter('held'))
  await rejectsWith('foreign_domain', room.mail.openInbox(eve, BOX))
  const { inbox } = await room.mail.createInbox(ann, { domain: SHOP })
  assert.match(inbox.address, /@shop\.test$/)
  assert.deepEqual(await subjects(room, ann), ['held'])
})

test('the domain of a suspended account takes no mail, and that of a deleted one is free', async () => {
  const room = new DomainRoom()
  const [ann, bob] = [await room.account('team'), await room.account('team')]
  await room.verified(ann)
  const note = {
    id: 'aud_0000000000000000',
    at: room.now,
    actor: { userId: null, email: null, keyId: null, address: null },
  }
  const line = { ...note, action: 'account.suspend', target: null, detail: null }
  await room.store.people.setSuspended(ann.account.id, room.now, line)
  room.now += 1_000
  await rejectsWith('suspended', room.send(BOX, letter('refused')))
  await room.store.people.deleteAccount(ann.account.id, room.now)
  room.now += 1_000
  await rejectsWith('foreign_domain', room.send(BOX, letter('refused')))
  await room.verified(bob)
  await room.send(BOX, letter('for Bob'))
  assert.deepEqual(await subjects(room, bob), ['for Bob'])
})

test('a change that another process makes is known after the next look', async () => {
  const room = new DomainRoom()
  const ann = await room.account('team')
  await room.verified(ann)
  const line = { id: 'aud_0000000000000000', at: 0, action: 'domain.remove', target: SHOP, detail: null }
  const actor = { userId: null, email: null, keyId: null, address: null }
  await room.store.domains.remove(ann.account.id, SHOP, { ...line, actor })
  await room.send(BOX, letter('not known yet'))
  await room.mail.domains.refresh()
  await rejectsWith('foreign_domain', room.send(BOX, letter('known')))
})

test('a mailbox on a domain of one’s own is made by CREATE, and one on another’s is a folder', async () => {
  const room = new DomainRoom()
  const [ann, eve] = [await room.account('team'), await room.account('team')]
  await room.verified(ann)
  const enter = async (who: KeyPrincipal & { readonly keyText: string }) =>
    room.mail.mailboxes.enter(who, `${who.keyText}@owner.test`.toLowerCase())
  await room.mail.mailboxes.create(await enter(ann), BOX)
  assert.deepEqual(await subjects(room, ann), [])
  await room.mail.mailboxes.create(await enter(eve), BOX)
  assert.equal((await room.store.inboxByAddress(BOX))?.accountId, ann.account.id)
})

test('a name below a wildcard that was another’s comes back without the mail of its time', async () => {
  const room = new DomainRoom()
  const [ann, bob] = [await room.account('team'), await room.account('team')]
  const [below, box] = ['sub.shop.test', 'box@sub.shop.test']
  room.zone.records['*.shop.test'] = { MX: [{ exchange: SERVICE.mxHost, priority: 10 }] }
  room.zone.wildcard = SHOP
  await room.verified(ann)
  await room.send(box, letter('for Ann, by the wildcard'))
  room.now += MINUTE
  await room.verified(bob, below)
  await room.send(box, letter('held for Bob'))
  await rejectsWith('foreign_domain', room.mail.openInbox(ann, box))
  room.now += MINUTE
  await room.mail.domains.remove(bob, below)
  room.now += MINUTE
  await room.send(box, letter('for Ann again'))
  assert.deepEqual(await subjects(room, ann, box), ['for Ann again'])
  await rejectsWith('foreign_domain', room.mail.openInbox(bob, box))
})
