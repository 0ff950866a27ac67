import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailboxOf, play, select } from './play.ts'

describe('STORE', () => {
  test('adds, removes, replaces', async () =>
    play(
      [
        ['a STORE 1 +FLAGS (\\Seen)', '* 1 FETCH (UID 1 FLAGS (\\Seen))', 'a OK'],
        ['a STORE 1 +flags \\FLAGGED \\seen', '* 1 FETCH (UID 1 FLAGS (\\Seen \\Flagged))', 'a OK'],
        ['a STORE 1 -FLAGS (\\Seen)', '* 1 FETCH (UID 1 FLAGS (\\Flagged))', 'a OK'],
        [
          'a STORE 1:2 FLAGS (\\Draft)',
          '* 1 FETCH (UID 1 FLAGS (\\Draft))',
          '* 2 FETCH (UID 2 FLAGS (\\Draft))',
          'a OK',
        ],
        ['a STORE 1 FLAGS ()', '* 1 FETCH (UID 1 FLAGS ())', 'a OK'],
        ['a STORE 2 +FLAGS.SILENT (\\Seen)', 'a OK'],
        ['a FETCH 2 FLAGS', '* 2 FETCH (FLAGS (\\Draft \\Seen))', 'a OK'],
        ['a UID STORE 3 +FLAGS (\\Deleted)', '* 3 FETCH (UID 3 FLAGS (\\Deleted))', 'a OK'],
        ['a UID STORE 77 +FLAGS (\\Deleted)', 'a OK'],
      ],
      await select({ backend: mailboxOf(3) }),
    ))
  test('keywords: any case is one, and a new one is announced', async () =>
    play(
      [
        [
          'a STORE 1 +FLAGS ($Junk)',
          '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft $Junk)',
          '* 1 FETCH',
          'a OK',
        ],
        ['a STORE 1 +FLAGS ($JUNK)', '* 1 FETCH (UID 1 FLAGS ($Junk))', 'a OK'],
        ['a STORE 2 +FLAGS ($junk)', '* 2 FETCH (UID 2 FLAGS ($junk))', 'a OK'],
        ['a SEARCH KEYWORD $jUnK', '* SEARCH 1 2', 'a OK'],
        [
          'a STORE 2 +FLAGS.SILENT ($Other)',
          '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft $Junk $Other)',
          'a OK',
        ],
        ['a STORE 1 -FLAGS ($jUNK)', '* 1 FETCH (UID 1 FLAGS ())', 'a OK'],
      ],
      await select({ backend: mailboxOf(2) }),
    ))
  test('NO in a mailbox that is only examined', async () =>
    play([['a STORE 1 FLAGS ()', 'a NO [READ-ONLY] ']], await select({ backend: mailboxOf(1) }, 'EXAMINE INBOX')))
  test('BAD', async () => {
    const bad = [
      '',
      ' 1',
      ' 1 FLAGS',
      ' 1 FLAGS (',
      ' 2 FLAGS ()',
      ' 1 *FLAGS ()',
      ' 1 FLAGS (\\Recent)',
      ' 1 FLAGS (\\Odd)',
    ]
    const more = [' 1 FLAGS () x', ' x FLAGS ()', ' 1 (UNCHANGEDSINCE) FLAGS ()', ` 1 FLAGS (${'x'.repeat(101)})`]
    const stage = await select({ backend: mailboxOf(1), limits: { badCommands: 99, flags: 3 } })
    await play(
      [...bad, ...more, ' 1 FLAGS (a b c d)', ' 1 FLAGS a b c d'].map((args) => [`a STORE${args}`, 'a BAD'] as const),
      stage,
    )
  })
})

describe('EXPUNGE', () => {
  test('each with the number that it has at that moment', async () => {
    const backend = mailboxOf(5)
    backend.inbox.store([2, 3, 5], 'add', ['\\Deleted'])
    await play(
      [
        ['a EXPUNGE', '* 5 EXPUNGE', '* 3 EXPUNGE', '* 2 EXPUNGE', 'a OK'],
        ['a FETCH 1:* UID', '* 1 FETCH (UID 1)', '* 2 FETCH (UID 4)', 'a OK'],
        ['a EXPUNGE', 'a OK'],
        ['a EXPUNGE 1', 'a BAD'],
      ],
      await select({ backend }),
    )
  })
  test('UID EXPUNGE takes only what it names', async () => {
    const backend = mailboxOf(4)
    backend.inbox.store([1, 2, 3], 'add', ['\\Deleted'])
    await play(
      [
        ['a UID EXPUNGE 2:4', '* 3 EXPUNGE', '* 2 EXPUNGE', 'a OK'],
        ['a UID EXPUNGE 99', 'a OK'],
        ['a UID EXPUNGE', 'a BAD'],
        ['a UID EXPUNGE x', 'a BAD'],
      ],
      await select({ backend }),
    )
    assert.deepEqual(
      backend.inbox.rows.map(({ uid }) => uid),
      [1, 4],
    )
  })
  test('NO where it may not', async () =>
    play(
      [
        ['a EXPUNGE', 'a NO [READ-ONLY] '],
        ['a UID EXPUNGE 1', 'a NO [READ-ONLY] '],
        ['a MOVE 1 INBOX', 'a NO [READ-ONLY] '],
      ],
      await select({ backend: mailboxOf(1) }, 'EXAMINE INBOX'),
    ))
})

describe('COPY and MOVE', () => {
  test('COPY with its COPYUID', async () => {
    const backend = mailboxOf(4)
    backend.inbox.remove([2])
    backend.add('Keep')
    await play(
      [
        ['a COPY 1:2 Keep', 'a OK [COPYUID 2 1,3 1:2] '],
        ['a UID COPY 4,9 keep', 'a NO [TRYCREATE] '],
        ['a UID COPY 4,9 Keep', 'a OK [COPYUID 2 4 3] '],
        ['a UID COPY 9 Keep', 'a OK COPY completed'],
        ['a COPY 1 INBOX', '* 4 EXISTS', '* 1 RECENT', 'a OK [COPYUID 1 1 5] '],
      ],
      await select({ backend }),
    )
  })
  test('MOVE tells where they went before it tells that they are gone', async () => {
    const backend = mailboxOf(4)
    backend.add('Keep')
    await play(
      [
        ['a MOVE 2:3 Keep', '* OK [COPYUID 2 2:3 1:2] ', '* 3 EXPUNGE', '* 2 EXPUNGE', 'a OK'],
        ['a UID MOVE 4 Keep', '* OK [COPYUID 2 4 3] ', '* 2 EXPUNGE', 'a OK'],
        ['a UID MOVE 4 Keep', 'a OK'],
        ['a MOVE 1 Nowhere', 'a NO [TRYCREATE] '],
      ],
      await select({ backend }),
    )
  })
  test('BAD', async () =>
    play(
      [
        ['a COPY 1', 'a BAD'],
        ['a COPY INBOX', 'a BAD'],
        ['a COPY 2 INBOX', 'a BAD'],
        ['a MOVE 1', 'a BAD'],
        ['a UID MOVE x INBOX', 'a BAD'],
      ],
      await select({ backend: mailboxOf(1) }),
    ))
})
