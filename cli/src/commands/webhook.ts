import { type Command, Option } from 'commander'
import type { Delivery, WebhookEventType } from '../client.ts'
import type { Begin } from '../context.ts'
import { Failure } from '../failure.ts'
import { parseCount } from '../option-values.ts'
import { plainLine } from '../plain-text.ts'
import { showMoment } from '../show-moment.ts'

interface NewOptions {
  readonly event?: WebhookEventType[]
  readonly inbox?: string
  readonly description?: string
}

const DEFAULT_LIMIT = 20

export function addWebhook(program: Command, begin: Begin): void {
  const webhook = program.command('webhook').description('Manage webhook endpoints, and see what was sent to them.')
  addList(webhook, begin)
  addNew(webhook, begin)
  addTest(webhook, begin)
  addLog(webhook, begin)
  addResume(webhook, begin)
}

function addList(webhook: Command, begin: Begin): void {
  webhook
    .command('list')
    .description('List the webhook endpoints of the account.')
    .action(async (_: object, command: Command) => {
      const { out, client } = begin(command)
      const found = await client().webhooks.list({ pageSize: 100 }).toArray()
      const rows = found.map(({ id, state, pausedReason, consecutiveFailures, events, url }) => [
        id,
        pausedReason === null ? state : `${state} (${pausedReason})`,
        String(consecutiveFailures),
        events.join(','),
        plainLine(url),
      ])
      out.table(
        found,
        ['ID', 'STATE', 'FAILURES', 'EVENTS', 'URL'],
        rows,
        'No endpoint yet. Make one: mayfly webhook new URL',
      )
    })
}

function addNew(webhook: Command, begin: Begin): void {
  webhook
    .command('new')
    .argument('<url>', 'https, where events are posted to')
    .description('Make a webhook endpoint, and show its signing secret.')
    .addOption(
      new Option('--event <name...>', 'What it is told of (default: message.received).').choices([
        'message.received',
        'inbox.created',
      ]),
    )
    .option('--inbox <address>', 'Only of this inbox.')
    .option('--description <text>', 'A name for people.')
    .action(async (url: string, { event: events, inbox: inboxFilter, description }: NewOptions, command: Command) => {
      const { out, client } = begin(command)
      const made = await client().webhooks.create({ url, events, inboxFilter, description })
      out.show(made, () => [`Id      ${made.id}`, `Secret  ${made.secret}`])
      out.note(`Try it: mayfly webhook test ${made.id}`)
    })
}

function addTest(webhook: Command, begin: Begin): void {
  webhook
    .command('test')
    .argument('<id>', 'of an endpoint')
    .summary('Send a test event, and show what came of it.')
    .description('Send a test event (test.ping), also while the endpoint is paused, and show what came of it.')
    .action(async (id: string, _: object, command: Command) => {
      const { out, client } = begin(command)
      const delivery = await out.whileWaiting('Waiting for the endpoint …', client().webhooks.test(id))
      out.show(delivery, () => `${delivery.state}: ${lastAnswer(delivery)}`)
      if (delivery.state !== 'delivered') {
        throw new Failure(`The endpoint did not take it. See its answer: mayfly webhook log ${id} --json`)
      }
    })
}

function addLog(webhook: Command, begin: Begin): void {
  webhook
    .command('log')
    .argument('[id]', 'of an endpoint; without it, of all')
    .description('List what was sent, newest first, and what came of it.')
    .option('--limit <count>', 'At most so many.', parseCount, DEFAULT_LIMIT)
    .action(async (id: string | undefined, { limit }: { readonly limit: number }, command: Command) => {
      const { out, client } = begin(command)
      const { webhooks, deliveries } = client()
      const options = { pageSize: Math.min(limit, 100) }
      const listing = id === undefined ? deliveries.list(options) : webhooks.deliveries(id, options)
      const found = await listing.toArray(limit)
      const rows = found.map((delivery) => [
        delivery.id,
        showMoment(delivery.createdAt),
        delivery.event,
        delivery.state,
        String(delivery.attempts.length),
        lastAnswer(delivery),
      ])
      out.table(found, ['ID', 'DATE', 'EVENT', 'STATE', 'TRIES', 'ANSWER'], rows, 'Nothing was sent yet.')
    })
}

function addResume(webhook: Command, begin: Begin): void {
  webhook
    .command('resume')
    .argument('<id>', 'of an endpoint')
    .description('Send to a paused endpoint again, beginning with what was held for it.')
    .option('--drop', 'Drop what was held instead.')
    .action(async (id: string, { drop = false }: { readonly drop?: boolean }, command: Command) => {
      const { out, client } = begin(command)
      const resumed = await client().webhooks.resume(id, { held: drop ? 'drop' : 'deliver' })
      out.show(resumed, () => `${resumed.id} is ${resumed.state}.`)
    })
}

function lastAnswer({ attempts }: Delivery): string {
  const last = attempts.at(-1)
  if (last === undefined) return 'not tried yet'
  const { status, error, errorDetail, durationMs } = last
  const what = status === null ? plainLine([error, errorDetail].filter(Boolean).join(': ')) : `status ${status}`
  return `${what} in ${durationMs} ms`
}
