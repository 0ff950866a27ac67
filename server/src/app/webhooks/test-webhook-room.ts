import type { PlanName } from '../../domain/plan.ts'
import type { Principal } from '../owners.ts'
import { MailRoom } from '../test-mail-room.ts'
import type { WebhookView } from './delivery-view.ts'
import { TestSender } from './test-sender.ts'
import type { Webhooks, WebhookWish } from './webhooks.ts'

export const BOX = 'box@mayfly.test'

/** A room with an account that has an inbox, and a sender on the room's clock. */
export interface WebhookRoom {
  readonly room: MailRoom
  readonly ann: Principal & { readonly keyText: string }
  readonly webhooks: Webhooks
  readonly sender: TestSender
  add(wish?: Partial<WebhookWish>): Promise<WebhookView & { readonly secret: string }>
  /** A mail to the inbox for each of these subjects. */
  send(...subjects: string[]): Promise<void>
  /** Of its whole log, oldest first. */
  states(): Promise<string[]>
}

export async function openWebhookRoom(plan: PlanName = 'elite'): Promise<WebhookRoom> {
  const room = new MailRoom()
  const ann = await room.account(plan)
  await room.mail.openInbox(ann, BOX)
  const { webhooks } = room.mail
  const clock = {
    now: () => room.now,
    moveTo: (moment: number) => {
      room.now = moment
    },
  }
  return {
    room,
    ann,
    webhooks,
    sender: new TestSender(room.mail, clock),
    add: (wish = {}) => webhooks.create(ann, { url: 'https://receiver.test/hooks', ...wish }),
    async send(...subjects) {
      for (const subject of subjects) {
        await room.send(BOX, `From: ann@sender.test\nTo: ${BOX}\nSubject: ${subject}\n\nGood day\n`)
      }
    },
    async states() {
      const log = await webhooks.deliveries(ann, null, { before: null, limit: 100 })
      return log.map(({ state }) => state).toReversed()
    },
  }
}

export function subjects(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `mail ${n + 1}`)
}
