import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailboxOf, play, type Stage, select, turn } from './play.ts'
import type { TestBackend } from './test-backend.ts'

async function three(backend: TestBackend): Promise<[Stage, Stage, Stage]> {
  return [await select({ backend }), await select({ backend }), await select({ backend })]
}

describe('what another session does', () => {
  test('is told with the next command', async () => {
    const backend = mailboxOf(2)
    const [one, other] = await three(backend)
    await play([['a STORE 1 +FLAGS (\\Flagged)', '* 1 FETCH', 'a OK']], one)
    backend.deliver('Subject: new\n\n')
    await play(
      [
        ['a NOOP', '* 3 EXISTS', '* 1 RECENT', '* 1 FETCH (UID 1 FLAGS (\\Flagged))', 'a OK'],
        ['a NOOP', 'a OK'],
      ],
      other,
    )
    await play([['a CHECK', '* 3 EXISTS', '* 0 RECENT', 'a OK']], one)
  })
  test('a keyword that is new here is announced before it is used', async () => {
    const [one, other] = await three(mailboxOf(1))
    await one.say('a STORE 1 +FLAGS ($New)')
    await play([['a NOOP', '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft $New)', '* 1 FETCH', 'a OK']], other)
  })
  test('what the client could not foresee is told, .SILENT or not', async () => {
    const backend = mailboxOf(1)
    const stage = await select({ backend })
    backend.delay = async () => {
      // Between what the session asks first and what it does then.
      backend.delay = async () => {
        backend.delay = async () => {}
        backend.inbox.store([1], 'add', ['\\Flagged'])
      }
    }
    await play([['a STORE 1 +FLAGS.SILENT (\\Seen)', '* 1 FETCH (UID 1 FLAGS (\\Flagged \\Seen))', 'a OK']], stage)
  })
  test('\\Recent is for the first who is told; EXAMINE does not use it up', async () => {
    const backend = mailboxOf(1)
    const examiner = await select({ backend }, 'EXAMINE INBOX')
    const [one, other] = await three(backend)
    backend.deliver('Subject: new\n\n')
    await play([['a NOOP', '* 2 EXISTS', '* 1 RECENT', 'a OK']], examiner)
    await play(
      [
        ['a NOOP', '* 2 EXISTS', '* 1 RECENT', 'a OK'],
        ['a FETCH 2 FLAGS', '* 2 FETCH (FLAGS (\\Recent))', 'a OK'],
      ],
      one,
    )
    await play(
      [
        ['a NOOP', '* 2 EXISTS', '* 0 RECENT', 'a OK'],
        ['a SEARCH RECENT', '* SEARCH', 'a OK'],
      ],
      other,
    )
  })
})

describe('a message that another session expunges', () => {
  async function scene(): Promise<{ stage: Stage; backend: TestBackend }> {
    const backend = mailboxOf(4)
    const stage = await select({ backend })
    backend.inbox.remove([2])
    return { stage, backend }
  }
  const gone = '* 2 EXPUNGE'
  test('keeps its number through FETCH, STORE and SEARCH', async () => {
    const { stage } = await scene()
    await play(
      [
        ['a FETCH 3 UID', '* 3 FETCH (UID 3)', 'a OK'],
        ['a STORE 3 +FLAGS (\\Seen)', '* 3 FETCH (UID 3', 'a OK'],
        ['a SEARCH ALL', '* SEARCH 1 3 4', 'a OK'],
        ['a FETCH 2 (UID FLAGS)', '* 2 FETCH (UID 2 FLAGS ())', 'a OK'],
        ['a FETCH 1:2 BODY.PEEK[]<0.1>', '* 1 FETCH', 'a NO [EXPUNGEISSUED] '],
        ['a FETCH 2 ENVELOPE', 'a NO [EXPUNGEISSUED] '],
        ['a FETCH 2 BODY[]', 'a NO [EXPUNGEISSUED] '],
        ['a STORE 2 FLAGS ()', 'a NO [EXPUNGEISSUED] '],
        ['a STORE 1:2 +FLAGS.SILENT (\\Seen)', '* 1 FETCH (UID 1 FLAGS (\\Seen))', 'a NO [EXPUNGEISSUED] '],
        ['a COPY 1:2 INBOX', 'a NO [EXPUNGEISSUED] '],
        ['a MOVE 2 INBOX', 'a NO [EXPUNGEISSUED] '],
        ['a NOOP', gone, 'a OK'],
        ['a FETCH 2 UID', '* 2 FETCH (UID 3)', 'a OK'],
        ['a FETCH 4 UID', 'a BAD'],
      ],
      stage,
    )
  })
  for (const [command, ...before] of [
    ['UID FETCH 3 UID', '* 3 FETCH (UID 3)'],
    ['UID FETCH 2:3 BODY.PEEK[]<0.1>', '* 3 FETCH (UID 3'],
    ['UID STORE 2:3 +FLAGS.SILENT (\\Seen)'],
    ['UID SEARCH ALL', '* SEARCH 1 3 4'],
  ]) {
    test(`is told at the end of ${command}`, async () => {
      const { stage } = await scene()
      await play([[`a ${command}`, ...before, gone, 'a OK']], stage)
    })
  }
  for (const [command, ...before] of [
    ['CHECK'],
    ['LIST "" INBOX', '* LIST'],
    ['STATUS INBOX (MESSAGES)', '* STATUS INBOX (MESSAGES 3)'],
    ['EXPUNGE'],
    ['UID EXPUNGE 1'],
    ['SUBSCRIBE INBOX'],
    ['CREATE x'],
  ]) {
    test(`is told with ${command}`, async () => {
      const { stage } = await scene()
      await play([[`a ${command}`, ...before, gone, 'a OK']], stage)
    })
  }
  test('is told with COPY, and UID COPY passes it over', async () => {
    const { stage, backend } = await scene()
    backend.add('x')
    await play([['a UID COPY 1:2 x', gone, 'a OK [COPYUID 2 1 1] ']], stage)
  })
  test('and one that arrives meanwhile is counted after it', async () => {
    const { stage, backend } = await scene()
    backend.deliver('Subject: new\n\n')
    await play(
      [
        ['a FETCH * UID', '* 5 EXISTS', '* 1 RECENT', '* 5 FETCH (UID 5)', 'a OK'],
        ['a NOOP', gone, 'a OK'],
        ['a FETCH * UID', '* 4 FETCH (UID 5)', 'a OK'],
      ],
      stage,
    )
  })
  test('two that delete at the same time: each number is right in each session', async () => {
    const backend = mailboxOf(6)
    const [one, other, third] = await three(backend)
    await one.say('a STORE 1,3 +FLAGS.SILENT (\\Deleted)')
    await other.say('a STORE 2,5 +FLAGS.SILENT (\\Deleted)')
    await play([['a UID EXPUNGE 1:3', '* 3 EXPUNGE', '* 2 EXPUNGE', '* 1 EXPUNGE', '* 2 FETCH (UID 5 ', 'a OK']], one)
    await play([['a EXPUNGE', '* 5 EXPUNGE', '* 3 EXPUNGE', '* 2 EXPUNGE', '* 1 EXPUNGE', 'a OK']], other)
    await play(
      [
        ['a NOOP', '* 2 EXPUNGE', 'a OK'],
        ['a FETCH 1:* UID', '* 1 FETCH (UID 4)', '* 2 FETCH (UID 6)', 'a OK'],
      ],
      one,
    )
    await play([['a NOOP', '* 5 EXPUNGE', '* 3 EXPUNGE', '* 2 EXPUNGE', '* 1 EXPUNGE', 'a OK']], third)
  })
})

describe('IDLE', () => {
  test('everything that happens, at once', async () => {
    const backend = mailboxOf(2)
    const [idler, other] = await three(backend)
    await play([['a IDLE', '+ idling']], idler)
    backend.deliver('Subject: new\n\n')
    assert.deepEqual(await idler.hear(), ['* 3 EXISTS', '* 1 RECENT'])
    await other.say('b STORE 1 +FLAGS (\\Deleted)')
    assert.deepEqual(await idler.hear(), ['* 1 FETCH (UID 1 FLAGS (\\Deleted))'])
    await other.say('b EXPUNGE')
    assert.deepEqual(await idler.hear(), ['* 1 EXPUNGE'])
    backend.inbox.ring()
    assert.deepEqual(await idler.hear(), [])
    await play(
      [
        ['done', 'a OK IDLE completed'],
        ['a NOOP', 'a OK'],
      ],
      idler,
    )
  })
  test('tells first what had happened before', async () => {
    const backend = mailboxOf(1)
    const stage = await select({ backend })
    backend.inbox.remove([1])
    await play(
      [
        ['a IDLE', '+ idling', '* 1 EXPUNGE'],
        ['DONE', 'a OK'],
      ],
      stage,
    )
  })
  test('without a mailbox, and with its end in the same breath', async () => {
    const stage = await select()
    await stage.say('a UNSELECT')
    await play(
      [
        ['a IDLE', '+ idling'],
        ['DONE', 'a OK'],
      ],
      stage,
    )
    stage.send('b IDLE\r\nDONE\r\nc NOOP\r\n')
    assert.deepEqual(await stage.hear(), ['+ idling', 'b OK IDLE completed', 'c OK NOOP completed'])
  })
  test('one watcher however much happens, and none when it is over', async () => {
    const stage = await select()
    const { inbox } = stage.backend
    await play([['a IDLE', '+ idling']], stage)
    for (let n = 1; n <= 20; n += 1) {
      stage.backend.deliver('Subject: new\n\n')
      assert.deepEqual(await stage.hear(), [`* ${n} EXISTS`, `* ${n} RECENT`])
    }
    assert.equal(inbox.watchers.size, 1)
    await play([['DONE', 'a OK']], stage)
    assert.equal(inbox.watchers.size, 0)
  })
  test('what happens while the news is read is not lost', async () => {
    const backend = mailboxOf(1)
    const stage = await select({ backend })
    await play([['a IDLE', '+ idling']], stage)
    backend.deliver('Subject: one\n\n')
    // In the turn in which the first is told.
    await null
    backend.deliver('Subject: two\n\n')
    assert.equal((await stage.hear()).at(-2), '* 3 EXISTS')
  })
  test('anything but DONE ends it with BAD', async () =>
    play(
      [
        ['a IDLE now', 'a BAD'],
        ['a IDLE', '+ idling'],
        ['b NOOP', 'a BAD DONE expected'],
        ['a IDLE', '+ idling'],
        ['x'.repeat(1000), 'a BAD'],
        ['b NOOP', 'b OK'],
      ],
      await select(),
    ))
  test('shutdown and the loss of the peer end it', async () => {
    const backend = mailboxOf(1)
    const [one, other] = await three(backend)
    await play([['a IDLE', '+ idling']], one)
    await play([['a IDLE', '+ idling']], other)
    one.session.shutdown('Revoked')
    other.session.closed()
    assert.deepEqual(await one.hear(), ['* BYE Revoked'])
    assert.deepEqual(other.wire.take(), [])
    assert.equal(backend.opened, 1)
  })
  test('a failure behind the backend is told at DONE', async () => {
    const stage = await select()
    await play([['a IDLE', '+ idling']], stage)
    stage.backend.trouble = new Error('disk')
    stage.backend.inbox.ring()
    await turn()
    await play(
      [
        ['DONE', 'a NO [SERVERBUG] '],
        ['a NOOP', 'a OK'],
      ],
      stage,
    )
  })
})
