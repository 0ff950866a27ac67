import { randomUUID } from 'node:crypto'
import { type Command, Option } from 'commander'
import type { Mayfly, MayflyEvent } from '../client.ts'
import type { Begin } from '../context.ts'
import { followEvents } from '../follow-events.ts'
import { type Forwarded, forwardDelivery } from '../forward-delivery.ts'
import { parseSecret, parseWebAddress } from '../option-values.ts'
import type { Output } from '../output.ts'
import { plainLine } from '../plain-text.ts'
import { showTime } from '../show-moment.ts'
import { newSecret, signDelivery } from '../sign-delivery.ts'
import { toSnakeCase } from '../snake-case.ts'

interface Options {
  readonly forwardTo: string
  readonly secret?: string
  readonly webhook?: string
  readonly inbox?: string
  readonly event?: readonly string[]
}

interface ForwardedEvent extends Forwarded {
  readonly deliveryId: string
}

export function addListen(program: Command, begin: Begin): void {
  program
    .command('listen')
    .usage('--forward-to <url> [options]')
    .summary('Forward webhook deliveries to a program on this machine.')
    .description(
      'Forward the events of the account to a program on this machine, as an endpoint would get them, signed like real ones, a line for each, until Ctrl-C. The connection goes out from here, so nothing has to be opened. Each is sent once: what fails is shown, and not repeated. With --json the first line says that it has begun, and the secret.',
    )
    .requiredOption('--forward-to <url>', 'Where to: http://127.0.0.1:3000/hooks, or just 3000/hooks.', parseWebAddress)
    .option('--secret <secret>', 'Sign with this one (default: a new one, shown at the start).', parseSecret)
    .addOption(new Option('--webhook <id>', 'Sign with the secret of this endpoint.').conflicts('secret'))
    .option('--inbox <address>', 'Only of this inbox.')
    .addOption(
      new Option('--event <name...>', 'Only these (default: all).').choices(['message.received', 'inbox.created']),
    )
    .action(async (options: Options, command: Command) => {
      const context = begin(command)
      const { out } = context
      const secret = await chooseSecret(context.client(), options)
      const { forwardTo, inbox, event: wanted } = options
      const onBegin = () => {
        out.event({ event: 'listening', forwardTo, secret }, () => `Signing with ${secret}`)
        out.note(`Forwarding to ${forwardTo}. Ctrl-C ends it.`)
      }
      for await (const event of followEvents(context, { inbox, onBegin })) {
        if (wanted && !wanted.includes(event.event)) continue
        const forwarded = await forward(event, forwardTo, secret)
        out.event({ event: event.event, inbox: event.data.inbox, ...forwarded }, () => tell(event, forwarded, out))
      }
    })
}

async function chooseSecret(mayfly: Mayfly, { secret, webhook }: Options): Promise<string> {
  if (secret !== undefined) return secret
  return webhook === undefined ? newSecret() : (await mayfly.webhooks.secret(webhook)).secret
}

async function forward({ event, data }: MayflyEvent, url: string, secret: string): Promise<ForwardedEvent> {
  const deliveryId = `dlv_${randomUUID().replaceAll('-', '')}`
  const timestamp = Math.floor(Date.now() / 1_000)
  const signed = signDelivery({ id: deliveryId, event, data: toSnakeCase(data), timestamp }, secret)
  return { deliveryId, ...(await forwardDelivery(url, signed)) }
}

function tell(
  { event, data }: MayflyEvent,
  { deliveryId, status, error, durationMs }: ForwardedEvent,
  out: Output,
): string {
  const isGood = status !== null && status >= 200 && status < 300
  const answer = `${status === null ? error : `status ${status}`} in ${durationMs} ms`
  const moment = showTime(new Date().toISOString())
  return `${moment}  ${event}  ${plainLine(data.inbox)}  ${out.style(isGood ? 'green' : 'red', answer)}  ${out.style('dim', deliveryId)}`
}
