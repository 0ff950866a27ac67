import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '../../test/support/wait-until.ts'
import type { Mail } from '../app/mail.ts'
import { MailRoom } from '../app/test-mail-room.ts'
import { ElectedTask } from './elected-task.ts'

async function startTask(mail: Mail) {
  const node = { runs: 0 }
  const task = new ElectedTask({
    mail,
    name: 'sweeper',
    everyMs: 5,
    run: async () => {
      node.runs++
    },
    onError: (error) => {
      throw error
    },
  })
  await task.start()
  return { node, stop: () => task.stop(AbortSignal.timeout(1_000)) }
}

test('one node does it for all, and another as soon as that one stops', async () => {
  const room = new MailRoom()
  const first = await startTask(room.mail)
  await waitUntil('the first node has begun', () => first.node.runs > 0)
  const second = await startTask(room.anotherNode())
  const before = first.node.runs
  await waitUntil('the first node goes on', () => first.node.runs > before + 3)
  assert.equal(second.node.runs, 0)
  await first.stop()
  await waitUntil('the second node takes over', () => second.node.runs > 0)
  await second.stop()
})
