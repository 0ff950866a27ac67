import assert from 'node:assert/strict'
import type { Mailbox } from '../../domain/mailbox.ts'
import type { MarksChange } from '../../domain/mailbox-store.ts'
import type { Store } from '../../domain/ports.ts'
import {
  accountOf,
  claim,
  DAY,
  eventLines,
  mail,
  type OpenStore,
  owner,
  put,
  rejectsWith,
  scenario,
  seqs,
  T0,
} from './scene.ts'
import { rulesAt, sweepAll } from './sweep-steps.ts'

const A = 'a@mayfly.test'
const B = 'b@mayfly.test'
const ALL = { after: 0, changedSince: 0, limit: 1_000 }

async function boxed(store: Store, mails = 0): Promise<{ account: string; id: string }> {
  const account = await owner(store)
  const { inbox } = await claim(store, account, A)
  for (let n = 1; n <= mails; n++) await put(store, mail(A, { at: T0 + n, size: 10 * n, subject: `mail ${n}` }))
  return { account, id: inbox.id }
}

async function mailboxOf(store: Store, id: string): Promise<Mailbox> {
  const mailbox = await store.mailboxes.mailbox(id)
  assert.ok(mailbox)
  return mailbox
}

function add(flags: readonly string[], seen: boolean | null = null, unchangedSince: number | null = null): MarksChange {
  return { mode: 'add', seen, flags, unchangedSince }
}

async function marksOf(store: Store, id: string): Promise<string[]> {
  const rows = await store.mailboxes.rows(id, ALL)
  return rows.map(({ uid, seen, flags }) => [uid, seen ? 'seen' : 'new', ...flags].join(' '))
}

const move = { mode: 'move', at: T0 + DAY, storedBytesCap: 1_000_000, webhooks: true } as const
const copy = { ...move, mode: 'copy' } as const

/** Inboxes and folders as a mail program sees them. */
export function mailboxes(open: OpenStore): void {
  scenario(open, 'an inbox is a mailbox, and its changes are numbered', async (store) => {
    const { account, id } = await boxed(store)
    const empty = await mailboxOf(store, id)
    assert.deepEqual(
      [empty.accountId, empty.folder, empty.address, empty.lastUid, empty.messageCount],
      [account, null, A, 0, 0],
    )
    await put(store, mail(A, { size: 30 }))
    await put(store, mail(A, { size: 12 }))
    const two = await mailboxOf(store, id)
    assert.deepEqual([two.lastUid, two.messageCount, two.unseenCount, two.storedBytes], [2, 2, 2, 42])
    assert.ok(two.modSeq > empty.modSeq)
    const rows = await store.mailboxes.rows(id, ALL)
    assert.deepEqual(
      rows.map(({ uid, seen, flags, internalDate, sizeBytes }) => ({ uid, seen, flags, internalDate, sizeBytes })),
      [
        { uid: 1, seen: false, flags: [], internalDate: T0, sizeBytes: 30 },
        { uid: 2, seen: false, flags: [], internalDate: T0, sizeBytes: 12 },
      ],
    )
    assert.deepEqual(
      rows.map(({ modSeq }) => modSeq),
      [two.modSeq - 1, two.modSeq],
    )
    assert.equal(await store.mailboxes.mailbox('ibx_0000000000000000'), null)
  })

  scenario(open, 'what nobody has claimed is no mailbox', async (store) => {
    const [place] = await put(store, mail(A))
    assert.equal(await store.mailboxes.mailbox(place?.inboxId ?? ''), null)
  })

  scenario(open, 'marks are added, removed and replaced; each change has its number', async (store) => {
    const { id } = await boxed(store, 3)
    const before = await mailboxOf(store, id)
    const { rows } = await store.mailboxes.mark(id, [1, 2, 9], add(['\\Flagged', 'Work'], true))
    assert.deepEqual(
      rows.map(({ uid, modSeq }) => [uid, modSeq]),
      [
        [1, before.modSeq + 1],
        [2, before.modSeq + 1],
      ],
    )
    assert.deepEqual(await marksOf(store, id), ['1 seen Work \\Flagged', '2 seen Work \\Flagged', '3 new'])
    const after = await mailboxOf(store, id)
    assert.deepEqual([after.unseenCount, after.modSeq, after.marksModSeq], [1, before.modSeq + 1, before.modSeq + 1])
    await store.mailboxes.mark(id, [1], { mode: 'remove', seen: null, flags: ['Work'], unchangedSince: null })
    await store.mailboxes.mark(id, [2], { mode: 'replace', seen: false, flags: ['\\Deleted'], unchangedSince: null })
    assert.deepEqual(await marksOf(store, id), ['1 seen \\Flagged', '2 new \\Deleted', '3 new'])
    assert.equal((await mailboxOf(store, id)).unseenCount, 2)
    const unchanged = await mailboxOf(store, id)
    await store.mailboxes.mark(id, [1], add(['\\Flagged'], true))
    assert.equal((await mailboxOf(store, id)).modSeq, unchanged.modSeq, 'what is so already changes nothing')
    assert.deepEqual(
      (await store.mailboxes.rows(id, { ...ALL, changedSince: before.modSeq + 1 })).map(({ uid }) => uid),
      [1, 2],
    )
  })

  scenario(open, 'what somebody else changed in between is left alone', async (store) => {
    const { id } = await boxed(store, 2)
    const { modSeq } = await mailboxOf(store, id)
    await store.mailboxes.mark(id, [1], add(['\\Answered']))
    const { rows, modified } = await store.mailboxes.mark(id, [1, 2], add(['\\Flagged'], null, modSeq))
    assert.deepEqual([rows.map(({ uid }) => uid), modified], [[2], [1]])
    assert.deepEqual(await marksOf(store, id), ['1 new \\Answered', '2 new \\Flagged'])
  })

  scenario(open, 'that a message was seen is the same for every reader', async (store) => {
    const { id } = await boxed(store, 2)
    await store.markSeen(id, 1, true)
    const { modSeq, marksModSeq } = await mailboxOf(store, id)
    assert.equal(marksModSeq, modSeq)
    assert.deepEqual(await marksOf(store, id), ['1 seen', '2 new'])
    await store.mailboxes.mark(id, [2], add([], true))
    assert.equal((await store.message(id, 2))?.seen, true)
    assert.equal((await store.inboxById(id))?.unreadCount, 0)
  })

  scenario(open, 'rows and UIDs come in pages', async (store) => {
    const { id } = await boxed(store, 5)
    await store.deleteMessages(id, [2])
    assert.deepEqual(await store.mailboxes.uids(id, 0, 3), [1, 3, 4])
    assert.deepEqual(await store.mailboxes.uids(id, 4, 3), [5])
    const rows = await store.mailboxes.rows(id, { after: 1, changedSince: 0, limit: 2 })
    assert.deepEqual(
      rows.map(({ uid }) => uid),
      [3, 4],
    )
  })

  scenario(open, 'a message is new to one mail program', async (store) => {
    const { id } = await boxed(store, 3)
    assert.equal(await store.mailboxes.firstRecent(id, 3, false), 1)
    assert.equal(await store.mailboxes.firstRecent(id, 2, true), 1)
    assert.equal(await store.mailboxes.firstRecent(id, 3, true), 3)
    assert.equal(await store.mailboxes.firstRecent(id, 3, true), 4)
    assert.equal(await store.mailboxes.firstRecent(id, 1, true), 4)
  })

  scenario(open, 'folders stand beside an inbox or in the account, each for itself', async (store) => {
    const { account, id } = await boxed(store)
    const other = await owner(store)
    const beside = { accountId: account, inboxId: id }
    const own = { accountId: account, inboxId: null }
    const made = await store.mailboxes.createFolder(beside, 'Archive/2026', T0, 10)
    assert.deepEqual([made.folder, made.accountId, made.lastUid, made.messageCount], ['Archive/2026', account, 0, 0])
    await store.mailboxes.createFolder(own, 'Archive', T0, 10)
    const names = async (of: typeof own | typeof beside) =>
      (await store.mailboxes.folders(of)).map(({ folder }) => folder)
    assert.deepEqual([await names(beside), await names(own)], [['Archive/2026'], ['Archive']])
    assert.equal((await store.mailboxes.folder(beside, 'Archive/2026'))?.id, made.id)
    assert.equal(await store.mailboxes.folder(beside, 'archive/2026'), null)
    assert.equal(await store.mailboxes.folder({ accountId: other, inboxId: id }, 'Archive/2026'), null)
    await rejectsWith('conflict', store.mailboxes.createFolder(beside, 'Archive/2026', T0, 10))
    await rejectsWith('forbidden', store.mailboxes.createFolder(beside, 'One more', T0, 1))
    const gone = { accountId: account, inboxId: 'ibx_0000000000000000' }
    await rejectsWith('not_found', store.mailboxes.createFolder(gone, 'x', T0, 10))
  })

  scenario(open, 'no two mailboxes share a UIDVALIDITY', async (store) => {
    const { account, id } = await boxed(store)
    const own = { accountId: account, inboxId: null }
    const first = await store.mailboxes.createFolder(own, 'x', T0, 10)
    await store.mailboxes.deleteFolder(own, 'x')
    const second = await store.mailboxes.createFolder(own, 'x', T0, 10)
    const inbox = await mailboxOf(store, id)
    await store.deleteInbox(id)
    const { inbox: again } = await claim(store, account, A)
    const values = [first, second, inbox, await mailboxOf(store, again.id)].map(({ uidValidity }) => uidValidity)
    assert.equal(new Set(values).size, 4)
    assert.ok(values.every((value) => value > 0 && value < 2 ** 32))
  })

  scenario(open, 'a folder is renamed with all below it', async (store) => {
    const account = await owner(store)
    const own = { accountId: account, inboxId: null }
    for (const name of ['a', 'a/b', 'a/b/c', 'ab', 'z']) await store.mailboxes.createFolder(own, name, T0, 10)
    await store.mailboxes.renameFolder(own, 'a', 'a/b')
    const names = async () => (await store.mailboxes.folders(own)).map(({ folder }) => folder)
    assert.deepEqual(await names(), ['a/b', 'a/b/b', 'a/b/b/c', 'ab', 'z'])
    await rejectsWith('conflict', store.mailboxes.renameFolder(own, 'a/b', 'z'))
    await rejectsWith('not_found', store.mailboxes.renameFolder(own, 'none', 'some'))
    assert.deepEqual(await names(), ['a/b', 'a/b/b', 'a/b/b/c', 'ab', 'z'])
  })

  scenario(open, 'what is copied is there twice, with its marks and its date', async (store) => {
    const { account, id } = await boxed(store, 3)
    const folder = await store.mailboxes.createFolder({ accountId: account, inboxId: id }, 'x', T0, 10)
    await store.mailboxes.mark(id, [2], add(['\\Flagged'], true))
    const { pairs, deliveriesDue } = await store.mailboxes.transfer({
      ...copy,
      from: id,
      uids: [2, 3, 7],
      to: folder.id,
    })
    assert.deepEqual(
      [pairs, deliveriesDue],
      [
        [
          [2, 1],
          [3, 2],
        ],
        0,
      ],
    )
    assert.deepEqual(await marksOf(store, folder.id), ['1 seen \\Flagged', '2 new'])
    const [row] = await store.mailboxes.rows(folder.id, ALL)
    assert.deepEqual([row?.internalDate, row?.sizeBytes], [T0 + 2, 20])
    assert.deepEqual(await store.raw(folder.id, 1), await store.raw(id, 2))
    assert.equal((await accountOf(store, account)).storedBytes, 60 + 50)
    await store.deleteMessages(id, [2])
    assert.equal((await store.raw(folder.id, 1))?.length, 20)
    assert.equal((await accountOf(store, account)).storedBytes, 90)
    assert.equal((await eventLines(store, account)).length, 4, 'what is filed has happened already')
  })

  scenario(open, 'what is moved is gone from where it was', async (store) => {
    const { account, id } = await boxed(store, 3)
    const folder = await store.mailboxes.createFolder({ accountId: account, inboxId: id }, 'x', T0, 10)
    const raw = await store.raw(id, 3)
    const { pairs } = await store.mailboxes.transfer({
      ...move,
      storedBytesCap: 0,
      from: id,
      uids: [1, 3],
      to: folder.id,
    })
    assert.deepEqual(pairs, [
      [1, 1],
      [3, 2],
    ])
    assert.deepEqual(await seqs(store, id), [2])
    assert.deepEqual(await store.raw(folder.id, 2), raw)
    const inbox = await mailboxOf(store, id)
    assert.deepEqual([inbox.messageCount, inbox.unseenCount, inbox.storedBytes, inbox.lastUid], [1, 1, 20, 3])
    assert.equal((await mailboxOf(store, folder.id)).storedBytes, 40)
    assert.equal((await accountOf(store, account)).storedBytes, 60)
  })

  scenario(open, 'there must be room for all that is copied, or none is', async (store) => {
    const { account, id } = await boxed(store, 3)
    const folder = await store.mailboxes.createFolder({ accountId: account, inboxId: id }, 'x', T0, 10)
    const wish = { ...copy, from: id, uids: [1, 2, 3], to: folder.id }
    await rejectsWith('inbox_full', store.mailboxes.transfer({ ...wish, storedBytesCap: 119 }))
    assert.equal((await mailboxOf(store, folder.id)).messageCount, 0)
    assert.equal((await accountOf(store, account)).storedBytes, 60)
    await store.mailboxes.transfer({ ...wish, storedBytesCap: 120 })
    assert.equal((await accountOf(store, account)).storedBytes, 120)
  })

  scenario(open, 'what is put into an inbox is news there; another account’s is not there', async (store) => {
    const { account, id } = await boxed(store, 1)
    const { inbox: b } = await claim(store, account, B)
    await store.mailboxes.transfer({ ...copy, from: id, uids: [1], to: b.id })
    assert.equal((await eventLines(store, account)).at(-1), 'message.received 1')
    const other = await owner(store)
    const foreign = await store.mailboxes.createFolder({ accountId: other, inboxId: null }, 'x', T0, 10)
    await rejectsWith('not_found', store.mailboxes.transfer({ ...copy, from: id, uids: [1], to: foreign.id }))
  })

  scenario(open, 'a mail that a program files keeps what it says of it', async (store) => {
    const { account, id } = await boxed(store)
    const folder = await store.mailboxes.createFolder({ accountId: account, inboxId: id }, 'x', T0, 10)
    const filed = { seen: true, flags: ['\\Draft', 'mine'], internalDate: T0 - DAY }
    const [place] = await put(store, { ...mail(folder.address), filed })
    assert.deepEqual([place?.inboxId, place?.accountId, place?.seq], [folder.id, account, 1])
    assert.deepEqual(await marksOf(store, folder.id), ['1 seen \\Draft mine'])
    assert.equal((await store.mailboxes.rows(folder.id, ALL))[0]?.internalDate, T0 - DAY)
    assert.equal((await mailboxOf(store, folder.id)).unseenCount, 0)
  })

  scenario(open, 'folders are no inboxes: no list, no count, no id finds them', async (store) => {
    const { account, id } = await boxed(store)
    const folder = await store.mailboxes.createFolder({ accountId: account, inboxId: id }, 'x', T0, 10)
    assert.equal((await accountOf(store, account)).inboxCount, 1)
    assert.deepEqual(
      (await store.inboxes(account, null, 10)).map((inbox) => inbox.id),
      [id],
    )
    assert.equal(await store.inboxById(folder.id), null)
    assert.equal(await store.deleteInbox(folder.id), false)
  })

  scenario(open, 'a folder goes with its messages, and with its inbox', async (store) => {
    const { account, id } = await boxed(store, 2)
    const beside = { accountId: account, inboxId: id }
    const folders = [
      await store.mailboxes.createFolder(beside, 'x', T0, 10),
      await store.mailboxes.createFolder(beside, 'y', T0, 10),
    ] as const
    for (const { id: to } of folders) await store.mailboxes.transfer({ ...copy, from: id, uids: [1, 2], to })
    assert.equal(await store.mailboxes.deleteFolder(beside, 'x'), true)
    assert.equal(await store.mailboxes.deleteFolder(beside, 'x'), false)
    assert.equal(await store.mailboxes.mailbox(folders[0].id), null)
    assert.equal((await accountOf(store, account)).storedBytes, 60)
    await store.deleteInbox(id)
    assert.equal(await store.mailboxes.mailbox(folders[1].id), null)
    const { storedBytes, inboxCount } = await accountOf(store, account)
    assert.deepEqual([storedBytes, inboxCount], [0, 0])
    await sweepAll(store, rulesAt(T0 + DAY))
    assert.equal(await store.raw(folders[1].id, 1), null)
  })

  scenario(open, 'what is filed is kept for the plan’s time from then on, and the folder stays', async (store) => {
    const { account, id } = await boxed(store, 1)
    const own = { accountId: account, inboxId: null }
    const folder = await store.mailboxes.createFolder(own, 'x', T0, 10)
    await store.mailboxes.transfer({ ...copy, at: T0 + DAY / 2, from: id, uids: [1], to: folder.id })
    await sweepAll(store, rulesAt(T0 + DAY + 10))
    assert.deepEqual([await seqs(store, id), await seqs(store, folder.id)], [[], [1]])
    await sweepAll(store, rulesAt(T0 + 9 * DAY))
    assert.equal(await store.inboxByAddress(A), null, 'the inbox has lapsed')
    assert.deepEqual(await seqs(store, folder.id), [])
    assert.ok(await store.mailboxes.folder(own, 'x'))
    assert.equal((await accountOf(store, account)).storedBytes, 0)
  })

  scenario(open, 'folders go when their inbox lapses', async (store) => {
    const { account, id } = await boxed(store, 1)
    const folder = await store.mailboxes.createFolder({ accountId: account, inboxId: id }, 'x', T0, 10)
    await sweepAll(store, rulesAt(T0 + 3 * DAY))
    assert.equal(await store.mailboxes.mailbox(folder.id), null)
    assert.equal((await accountOf(store, account)).inboxCount, 0)
  })

  scenario(open, 'a structure is kept with its message', async (store) => {
    const { id } = await boxed(store, 2)
    assert.equal(await store.mailboxes.structure(id, 1), null)
    await store.mailboxes.saveStructure(id, 1, '{"a":1}')
    await store.mailboxes.saveStructure(id, 9, '{}')
    assert.deepEqual(
      [await store.mailboxes.structure(id, 1), await store.mailboxes.structure(id, 2)],
      ['{"a":1}', null],
    )
    await store.deleteMessages(id, [1])
    assert.equal(await store.mailboxes.structure(id, 1), null)
  })

  scenario(open, 'subscriptions are names, whether such a mailbox is there or not', async (store) => {
    const { account, id } = await boxed(store)
    const beside = { accountId: account, inboxId: id }
    for (const name of ['x', 'a/b', 'x']) await store.mailboxes.subscribe(beside, name, 3)
    assert.deepEqual(await store.mailboxes.subscriptions(beside), ['a/b', 'x'])
    assert.deepEqual(await store.mailboxes.subscriptions({ accountId: account, inboxId: null }), [])
    await store.mailboxes.subscribe(beside, 'y', 3)
    await rejectsWith('forbidden', store.mailboxes.subscribe(beside, 'z', 3))
    await store.mailboxes.unsubscribe(beside, 'x')
    await store.mailboxes.unsubscribe(beside, 'none')
    assert.deepEqual(await store.mailboxes.subscriptions(beside), ['a/b', 'y'])
  })
}
