import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { play, Stage, stageAfter, toOne } from './play.ts'

describe('limits', () => {
  test('SIZE over the limit is refused at once', () =>
    play(
      [
        ['EHLO client.test', 250],
        ['MAIL FROM:<> SIZE=101', '552 5.3.4'],
        ['MAIL FROM:<> SIZE=99999999999999999999', '552 5.3.4'],
        ['MAIL FROM:<> SIZE=100', 250],
      ],
      { limits: { messageBytes: 100 } },
    ))
  test('a message that grows over the limit is aborted, drained, and refused at its end', async () => {
    const stage = await stageAfter([...toOne, ['DATA', 354], ['123456789', null]], { limits: { messageBytes: 10 } })
    assert.equal(stage.aborted, 1)
    assert.equal(stage.session.idle, false)
    await play(
      [
        ['x'.repeat(1000), null],
        ['.', '552 5.3.4'],
        ['DATA', 503],
        ['NOOP', 250],
      ],
      stage,
    )
    assert.equal(stage.aborted, 1)
    assert.deepEqual(stage.kept, [])
  })
  test('exactly the limit is accepted, and stuffed dots do not count', async () => {
    const { kept } = await stageAfter([...toOne, ['DATA', 354], ['..2345678\r\n.', 250]], {
      limits: { messageBytes: 10 },
    })
    assert.equal(kept[0]?.body, '.2345678\r\n')
  })
  test('recipients', () =>
    play([...toOne, ['RCPT TO:<c@mx.test>', 250], ['RCPT TO:<d@mx.test>', '452 4.5.3'], ['DATA', 354], ['.', 250]], {
      limits: { recipients: 2 },
    }))
  test('protocol errors', async () => {
    const { wire } = await stageAfter(
      [
        ['X', 500],
        ['DATA', 503],
        ['NOOP', 250],
        ['X', '421 4.7.0'],
      ],
      {
        limits: { badCommands: 2 },
      },
    )
    assert.equal(wire.closed, true)
  })
  test('refused recipients and the DATA after them are not protocol errors', () =>
    play(
      [
        ['EHLO client.test', 250],
        ['MAIL FROM:<>', 250],
        ['RCPT TO:<b@mx.test>', 550],
        ['DATA', 503],
        ['BDAT 0 LAST', 503],
        ['NOOP', 250],
      ],
      { limits: { badCommands: 0 }, recipient: () => ({ code: 550, text: '5.1.1 No' }) },
    ))
  test('commands', async () => {
    const { wire } = await stageAfter(
      [
        ['NOOP', 250],
        ['NOOP', 250],
        ['NOOP', '421 4.7.0'],
      ],
      { limits: { commands: 2 } },
    )
    assert.equal(wire.closed, true)
  })
  test('a command line, with its CRLF', () =>
    play(
      [
        [`NOOP ${'x'.repeat(5)}`, 250],
        [`NOOP ${'x'.repeat(6)}`, '500 5.5.2'],
        ['NOOP', 250],
      ],
      {
        limits: { commandLine: 12 },
      },
    ))
  test('an endless command line costs no memory and one error', () => {
    const stage = new Stage({ limits: { badCommands: 1 } })
    const chunk = Buffer.alloc(65_536, 'x')
    for (let index = 0; index < 2000; index += 1) {
      stage.session.receive(chunk)
      assert.equal(stage.session.buffered, 0)
    }
    assert.equal(stage.wire.replies.length, 1)
    stage.send('\r\nNOOP\r\n')
    assert.deepEqual(
      stage.wire.replies.slice(1).map((reply) => reply.slice(0, 9)),
      ['500 5.5.2', '250 2.0.0'],
    )
  })
  test('a text line too long is refused at the end of the message', async () => {
    const limits = { textLine: 10 }
    const stage = await stageAfter(
      [...toOne, ['DATA', 354], ['12345678', null], ['.12345678', null], ['123456789', null]],
      {
        limits,
      },
    )
    assert.equal(stage.aborted, 1)
    await play([['.', '554 5.6.0'], ['NOOP', 250], ...toOne, ['BDAT 11\r\n123456789', '554 5.6.0']], stage)
    assert.deepEqual(stage.kept, [])
  })
})
