import assert from 'node:assert/strict'
import { subjects } from './get-mail.ts'
import type { RunningServer } from './running-server.ts'
import { SmtpClient } from './smtp-client.ts'

let count = 0

/** Mail from the address that the trouble comes from and from another one is taken, and read at once. */
export async function assertOthersAreServed(server: RunningServer): Promise<void> {
  for (const localAddress of ['127.0.0.1', '127.0.0.2']) {
    const subject = `bystander ${++count}`
    using client = await SmtpClient.greeted(server, { localAddress })
    const { code, text } = await client.mail('bystander@mayfly.test', `Subject: ${subject}\r\n\r\n`)
    assert.equal(code, 250, text)
    assert.equal((await subjects(server, 'bystander@mayfly.test', { limit: 1 }))[0], subject)
  }
}

/** Runs the work and gives the megabytes by which the server has grown at most meanwhile. */
export async function memoryGrowth(server: RunningServer, work: () => Promise<void>): Promise<number> {
  const start = server.memoryMb()
  let most = start
  const look = setInterval(() => {
    most = Math.max(most, server.memoryMb())
  }, 20)
  try {
    await work()
    return Math.max(most, server.memoryMb()) - start
  } finally {
    clearInterval(look)
  }
}
