import { describe, test } from 'node:test'
import { loggedIn, mailboxOf, play, select, stageAfter } from './play.ts'

describe('CONDSTORE', () => {
  test('every way to enable it in a mailbox tells where the mailbox stands', async () => {
    for (const [command, ...answers] of [
      ['FETCH 1 MODSEQ', '* 1 FETCH (MODSEQ (2))'],
      ['FETCH 1 FLAGS (CHANGEDSINCE 1)', '* 1 FETCH (FLAGS () MODSEQ (2))'],
      ['STORE 1 (UNCHANGEDSINCE 9) FLAGS ()', '* 1 FETCH (UID 1 FLAGS () MODSEQ (2))'],
      ['SEARCH MODSEQ 1', '* SEARCH 1 (MODSEQ 2)'],
      ['STATUS INBOX (HIGHESTMODSEQ)', '* STATUS INBOX (HIGHESTMODSEQ 2)'],
    ] as const) {
      await play(
        [[`a ${command}`, '* OK [HIGHESTMODSEQ 2] ', ...answers, 'a OK']],
        await select({ backend: mailboxOf(1) }),
      )
    }
    await play(
      [['a ENABLE CONDSTORE', '* ENABLED CONDSTORE', '* OK [HIGHESTMODSEQ 2] ', 'a OK']],
      await select({ backend: mailboxOf(1) }),
    )
  })
  test('from then on flags come with their mod-sequence', async () =>
    play(
      [
        ['a FETCH 1 FLAGS', '* 1 FETCH (FLAGS () MODSEQ (2))', 'a OK'],
        ['a STORE 1 +FLAGS (\\Seen)', '* 1 FETCH (UID 1 FLAGS (\\Seen) MODSEQ (4))', 'a OK'],
        ['a STORE 2 +FLAGS.SILENT (\\Seen)', '* 2 FETCH (UID 2 MODSEQ (5))', 'a OK'],
        ['a STORE 2 +FLAGS.SILENT (\\Seen)', 'a OK'],
        ['a STORE 1 -FLAGS (\\Seen)', '* 1 FETCH (UID 1 FLAGS () MODSEQ (7))', 'a OK'],
        ['a FETCH 1 BODY[]<0.1>', '* 1 FETCH (BODY[]<0> {1}\r\nF FLAGS (\\Seen) MODSEQ (8))', 'a OK'],
      ],
      await select({ backend: mailboxOf(2) }, 'SELECT INBOX (CONDSTORE)'),
    ))
  test('CHANGEDSINCE and MODSEQ find what has changed', async () => {
    const backend = mailboxOf(3)
    backend.inbox.store([2], 'add', ['\\Seen'])
    await play(
      [
        [
          'a FETCH 1:* (UID) (CHANGEDSINCE 3)',
          '* OK [HIGHESTMODSEQ',
          '* 2 FETCH (UID 2 MODSEQ (5))',
          '* 3 FETCH (UID 3 MODSEQ (4))',
          'a OK',
        ],
        ['a UID FETCH 1:* (FLAGS) (changedsince 4)', '* 2 FETCH (UID 2 FLAGS (\\Seen) MODSEQ (5))', 'a OK'],
        ['a FETCH 1:* FLAGS (CHANGEDSINCE 18446744073709551615)', 'a OK'],
        ['a SEARCH MODSEQ 4', '* SEARCH 2 3 (MODSEQ 5)', 'a OK'],
        ['a SEARCH MODSEQ "/flags/\\\\draft" all 5', '* SEARCH 2 (MODSEQ 5)', 'a OK'],
        ['a SEARCH MODSEQ 9', '* SEARCH', 'a OK'],
        ['a UID SEARCH RETURN (ALL) MODSEQ 4', '* ESEARCH (TAG "a") UID ALL 2:3 MODSEQ 5', 'a OK'],
        ['a SEARCH RETURN (MAX) MODSEQ 1', '* ESEARCH (TAG "a") MAX 3 MODSEQ 4', 'a OK'],
        ['a SEARCH RETURN (MIN) MODSEQ 9', '* ESEARCH (TAG "a")', 'a OK'],
      ],
      await select({ backend }),
    )
  })
  test('UNCHANGEDSINCE leaves what another has changed', async () => {
    const backend = mailboxOf(3)
    const stage = await select({ backend }, 'SELECT INBOX (CONDSTORE)')
    backend.inbox.store([2], 'add', ['\\Flagged'])
    await play(
      [
        [
          'a STORE 1:3 (UNCHANGEDSINCE 4) +FLAGS.SILENT (\\Seen)',
          '* 2 FETCH (UID 2 FLAGS (\\Flagged) MODSEQ (5))',
          '* 1 FETCH (UID 1 MODSEQ (6))',
          '* 3 FETCH (UID 3 MODSEQ (6))',
          'a OK [MODIFIED 2] ',
        ],
        ['a UID STORE 2:3 (UNCHANGEDSINCE 0) FLAGS ()', 'a OK [MODIFIED 2:3] '],
        ['a STORE 2 (UNCHANGEDSINCE 5) -FLAGS (\\Flagged)', '* 2 FETCH (UID 2 FLAGS () MODSEQ (8))', 'a OK STORE'],
      ],
      stage,
    )
  })
  test('a mod-sequence that another has moved is told, whatever the flags', async () => {
    const backend = mailboxOf(1)
    const [aware, unaware] = [await select({ backend }, 'SELECT INBOX (CONDSTORE)'), await select({ backend })]
    backend.inbox.store([1], 'add', ['\\Seen'])
    backend.inbox.store([1], 'remove', ['\\Seen'])
    await play([['a NOOP', '* 1 FETCH (UID 1 FLAGS () MODSEQ (4))', 'a OK']], aware)
    await play([['a NOOP', 'a OK']], unaware)
  })
  test('it holds for the next mailbox too, and needs no second announcement', async () => {
    const stage = await stageAfter([...loggedIn, ['a ENABLE CONDSTORE', '* ENABLED CONDSTORE', 'a OK']], {
      backend: mailboxOf(1),
    })
    await stage.say('a SELECT INBOX')
    await play([['a FETCH 1 (FLAGS MODSEQ)', '* 1 FETCH (FLAGS () MODSEQ (2))', 'a OK']], stage)
  })
})
