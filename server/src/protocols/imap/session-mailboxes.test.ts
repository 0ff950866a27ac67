import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loggedIn, mailboxOf, play, select, stageAfter } from './play.ts'
import { TestBackend } from './test-backend.ts'

const reader = [['a LOGIN reader secret', 'a OK']] as const

function withMailboxes(...names: string[]): TestBackend {
  const backend = new TestBackend()
  for (const name of names) backend.add(name)
  return backend
}

describe('LIST', () => {
  const backend = withMailboxes('Work', 'Work/2026', 'a/b/c', 'Entwürfe & mehr')
  test('patterns', () =>
    play(
      [
        ...loggedIn,
        [
          'a LIST "" *',
          '* LIST (\\HasNoChildren) "/" INBOX',
          '* LIST (\\HasNoChildren) "/" "Entw&APw-rfe &- mehr"',
          '* LIST (\\HasChildren) "/" Work',
          '* LIST (\\HasNoChildren) "/" Work/2026',
          '* LIST (\\Noselect \\HasChildren) "/" a',
          '* LIST (\\Noselect \\HasChildren) "/" a/b',
          '* LIST (\\HasNoChildren) "/" a/b/c',
          'a OK',
        ],
        ['a LIST "" inb%', '* LIST (\\HasNoChildren) "/" INBOX', 'a OK'],
        ['a LIST "" inbox/%', 'a OK'],
        ['a LIST "" W%', '* LIST (\\HasChildren) "/" Work', 'a OK'],
        ['a LIST Work/ %', '* LIST (\\HasNoChildren) "/" Work/2026', 'a OK'],
        ['a LIST "" "a/%/c"', '* LIST (\\HasNoChildren) "/" a/b/c', 'a OK'],
        ['a LIST "" "Entw&APw-%"', '* LIST (\\HasNoChildren) "/" "Entw', 'a OK'],
        ['a LIST "" ""', '* LIST (\\Noselect) "/" ""', 'a OK'],
        ['a LIST "" nothing', 'a OK'],
        ['a LIST {0+}\r\n {1+}\r\na', '* LIST (\\Noselect \\HasChildren) "/" a', 'a OK'],
      ],
      { backend },
    ))
  test('malformed', () =>
    play([
      ...loggedIn,
      ['a LIST', 'a BAD'],
      ['a LIST ""', 'a BAD'],
      ['a LIST "" (a b)', 'a BAD'],
      ['a LIST "" a b', 'a BAD'],
      ['a LIST "" "&bad"', 'a NO [CANNOT] '],
    ]))
})

describe('LSUB, SUBSCRIBE and UNSUBSCRIBE', () => {
  test('what is subscribed, and with % the way to it', () =>
    play(
      [
        ...loggedIn,
        ['a SUBSCRIBE INBOX', 'a OK'],
        ['a SUBSCRIBE a/b', 'a OK'],
        ['a LSUB "" *', '* LSUB () "/" INBOX', '* LSUB () "/" a/b', 'a OK'],
        ['a LSUB "" %', '* LSUB () "/" INBOX', '* LSUB (\\Noselect) "/" a', 'a OK'],
        ['a UNSUBSCRIBE a/b', 'a OK'],
        ['a LSUB "" *', '* LSUB () "/" INBOX', 'a OK'],
        ['a SUBSCRIBE nowhere', 'a NO [NONEXISTENT] '],
        ['a SUBSCRIBE', 'a BAD'],
        ['a UNSUBSCRIBE a b', 'a BAD'],
      ],
      { backend: withMailboxes('a/b') },
    ))
  test('a subscription outlives its mailbox', () =>
    play(
      [
        ...loggedIn,
        ['a SUBSCRIBE x', 'a OK'],
        ['a DELETE x', 'a OK'],
        ['a LSUB "" *', '* LSUB () "/" x', 'a OK'],
        ['a LIST "" x', 'a OK'],
      ],
      { backend: withMailboxes('x') },
    ))
})

describe('CREATE, DELETE and RENAME', () => {
  test('OK', async () => {
    const { backend } = await stageAfter([
      ...loggedIn,
      ['a CREATE Work/', 'a OK'],
      ['a CREATE "Entw&APw-rfe"', 'a OK'],
      ['a CREATE iNbOx/sub', 'a OK'],
      ['a LIST "" inbox/%', '* LIST (\\HasNoChildren) "/" INBOX/sub', 'a OK'],
      ['a RENAME Work Play', 'a OK'],
      ['a DELETE INBOX/sub', 'a OK'],
    ])
    assert.deepEqual([...backend.mailboxes.keys()].sort(), ['Entwürfe', 'INBOX', 'Play'])
  })
  test('NO', () =>
    play(
      [
        ...loggedIn,
        ['a CREATE inbox', 'a NO [ALREADYEXISTS] '],
        ['a CREATE a//b', 'a NO [CANNOT] '],
        ['a CREATE ""', 'a NO [CANNOT] '],
        ['a CREATE "100%"', 'a NO [CANNOT] '],
        ['a CREATE "&AAE-"', 'a NO [CANNOT] '],
        ['a CREATE "b\xc3\xbccher"', 'a NO [CANNOT] '],
        [`a CREATE ${'x'.repeat(501)}`, 'a NO [LIMIT] '],
        ['a DELETE INBOX', 'a NO [CANNOT] '],
        ['a DELETE nowhere', 'a NO [NONEXISTENT] '],
        ['a RENAME nowhere x', 'a NO [NONEXISTENT] '],
        ['a RENAME INBOX Work', 'a NO [ALREADYEXISTS] '],
        ['a RENAME INBOX /', 'a NO [CANNOT] '],
      ],
      { backend: withMailboxes('Work') },
    ))
  test('BAD', () =>
    play([
      ...loggedIn,
      ['a CREATE', 'a BAD'],
      ['a CREATE a b', 'a BAD'],
      ['a DELETE', 'a BAD'],
      ['a RENAME a', 'a BAD'],
      ['a RENAME a b c', 'a BAD'],
    ]))
  test('not by who may only read', () =>
    play([
      ...reader,
      ['a CREATE x', 'a NO [NOPERM] '],
      ['a DELETE x', 'a NO [NOPERM] '],
      ['a RENAME INBOX x', 'a NO [NOPERM] '],
      ['a APPEND INBOX {3}', 'a NO [NOPERM] '],
    ]))
  test('who deletes the mailbox that it is in has left it; all others hear BYE', async () => {
    const backend = withMailboxes('x')
    const [one, other, idler] = [
      await select({ backend }, 'SELECT x'),
      await select({ backend }, 'SELECT x'),
      await select({ backend }, 'SELECT x'),
    ]
    await play([['i IDLE', '+ idling']], idler)
    await play(
      [
        ['a DELETE x', '* OK [CLOSED] ', 'a OK'],
        ['a CHECK', 'a BAD Select a mailbox first'],
      ],
      one,
    )
    await play([['a NOOP', '* BYE [NONEXISTENT] ']], other)
    assert.deepEqual(await idler.hear(), ['* BYE [NONEXISTENT] The selected mailbox is no more'])
    assert.equal(backend.opened, 0)
  })
})

describe('STATUS', () => {
  test('every item', () =>
    play(
      [
        ...loggedIn,
        ['a STATUS INBOX (MESSAGES UNSEEN)', '* STATUS INBOX (MESSAGES 2 UNSEEN 2)', 'a OK'],
        [
          'a STATUS inbox (uidnext uidvalidity recent size highestmodseq)',
          '* STATUS INBOX (UIDNEXT 3 UIDVALIDITY 1 RECENT 0 SIZE 160 HIGHESTMODSEQ 3)',
          'a OK',
        ],
      ],
      { backend: mailboxOf(2) },
    ))
  test('NO and BAD', () =>
    play([
      ...loggedIn,
      ['a STATUS nowhere (MESSAGES)', 'a NO [NONEXISTENT] '],
      ['a STATUS INBOX ()', 'a BAD'],
      ['a STATUS INBOX MESSAGES', 'a BAD'],
      ['a STATUS INBOX (DELETED-STORAGE)', 'a BAD'],
      ['a STATUS INBOX', 'a BAD'],
    ]))
})

describe('SELECT and EXAMINE', () => {
  test('everything a client must know', () => {
    const backend = mailboxOf(3)
    backend.inbox.store([1], 'add', ['\\Seen', '$Label'])
    backend.deliver('Subject: new\n\n')
    return play(
      [
        ...loggedIn,
        [
          'a SELECT inbox',
          '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft $Label)',
          '* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft $Label \\*)] ',
          '* 4 EXISTS',
          '* 1 RECENT',
          '* OK [UNSEEN 2] ',
          '* OK [UIDVALIDITY 1] ',
          '* OK [UIDNEXT 5] ',
          '* OK [HIGHESTMODSEQ 6] ',
          'a OK [READ-WRITE] ',
        ],
      ],
      { backend },
    )
  })
  test('an empty mailbox has no first unseen message; EXAMINE is READ-ONLY', () =>
    play([
      ...loggedIn,
      [
        'a EXAMINE INBOX',
        '* FLAGS ',
        '* OK [PERMANENTFLAGS ()] ',
        '* 0 EXISTS',
        '* 0 RECENT',
        '* OK [UIDVALIDITY 1] ',
        '* OK [UIDNEXT 1] ',
        '* OK [HIGHESTMODSEQ 1] ',
        'a OK [READ-ONLY] ',
      ],
    ]))
  test('who may only read has everything READ-ONLY', async () => {
    const stage = await stageAfter([...reader])
    assert.match((await stage.say('a SELECT INBOX')).at(-1) ?? '', /^a OK \[READ-ONLY\]/)
    await play(
      [
        ['a STORE 1 FLAGS ()', 'a NO [READ-ONLY] '],
        ['a EXPUNGE', 'a NO [READ-ONLY] '],
      ],
      stage,
    )
  })
  test('another SELECT closes the mailbox, also one that fails', async () => {
    const stage = await select()
    await play(
      [
        ['a SELECT nowhere', '* OK [CLOSED] ', 'a NO [NONEXISTENT] '],
        ['a CHECK', 'a BAD'],
      ],
      stage,
    )
    assert.equal(stage.backend.opened, 0)
  })
  test('CLOSE expunges where it may, UNSELECT never', async () => {
    const backend = mailboxOf(3)
    backend.inbox.store([1, 2, 3], 'add', ['\\Deleted'])
    await play(
      [
        ['a CLOSE', 'a OK'],
        ['a CLOSE', 'a BAD'],
      ],
      await select({ backend }, 'EXAMINE INBOX'),
    )
    await play(
      [
        ['a UNSELECT', 'a OK'],
        ['a UNSELECT', 'a BAD'],
      ],
      await select({ backend }),
    )
    assert.equal(backend.inbox.rows.length, 3)
    await play(
      [
        ['a CLOSE now', 'a BAD'],
        ['a CLOSE', 'a OK'],
      ],
      await select({ backend }),
    )
    assert.equal(backend.inbox.rows.length, 0)
    assert.equal(backend.opened, 0)
  })
  test('BAD', () =>
    play([
      ...loggedIn,
      ['a SELECT', 'a BAD'],
      ['a SELECT INBOX x', 'a BAD'],
      ['a SELECT INBOX (QRESYNC)', 'a BAD'],
      ['a SELECT INBOX ()', 'a BAD'],
    ]))
})

describe('NAMESPACE and ENABLE', () => {
  test('OK and BAD', () =>
    play([
      ...loggedIn,
      ['a NAMESPACE', '* NAMESPACE (("" "/")) NIL NIL', 'a OK'],
      ['a NAMESPACE x', 'a BAD'],
      ['a ENABLE CONDSTORE X-GOOD-IDEA', '* ENABLED CONDSTORE', 'a OK'],
      ['a ENABLE X-GOOD-IDEA', '* ENABLED', 'a OK'],
      ['a ENABLE', 'a BAD'],
    ]))
})
