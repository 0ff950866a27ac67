import assert from 'node:assert/strict'
import { type Reply, TestSender } from '../../../../app/webhooks/test-sender.ts'
import type { Answer, Scene } from '../../test-mail.ts'
import { type Call, call } from './test-api.ts'

export const HOOK_URL = 'https://receiver.test/hooks?token=in-the-url'

export async function addWebhook(scene: Scene, wish: object = {}, options: Call = {}): Promise<Answer['json']> {
  const made = await call(scene, 'POST', '/webhooks', { body: { url: HOOK_URL, ...wish }, ...options })
  assert.equal(made.status, 201, made.text)
  return made.json
}

/** A sender on the scene's clock, every receiver of which replies like this. */
export function senderOf(scene: Scene, reply: Reply = 200): TestSender {
  const { clock } = scene
  const moved = {
    now: () => clock.at,
    moveTo: (moment: number) => {
      clock.at = moment
    },
  }
  return new TestSender(scene.mail, moved, () => reply)
}

/** Claims the inbox of the scene, and sends so many mails to it. */
export async function deliverMany(scene: Scene, count: number): Promise<void> {
  await scene.getMail()
  for (let n = 1; n <= count; n++) {
    scene.clock.at += 1_000
    await scene.deliver({ subject: `mail ${n}` })
  }
}
