import { sendMail } from '../../../../server/test/support/smtp-client.ts'
import type { ScenarioBench } from '../../../scenarios/scenario-bench.ts'
import { toCamelCase } from '../../src/camel-case.ts'
import { type Mayfly, type MayflyEvent, verifyWebhook } from '../../src/index.ts'

export interface CallContext {
  readonly mayfly: Mayfly
  readonly bench: ScenarioBench
  /** Runs the steps of `during`. */
  readonly runDuring: () => Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: arguments come from files, and are what each call says they are
type Args = any
type Run = (args: Args, context: CallContext) => Promise<unknown>

const source = (message: string | readonly string[]): string => [message].flat().join('\r\n')
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Every `call` of a scenario, by its name there. */
export const CALLS: Readonly<Record<string, Run>> = {
  send: async ({ to, message }, { bench }) => {
    const { code, text: reply } = await sendMail(bench.server, to, source(message))
    if (code !== 250) throw new Error(`${code} ${reply}`)
  },
  received: async ({ name, count }, { bench }) => {
    const url = `${bench.environment['MAYFLY_TEST_RECEIVER']}/${name}?count=${count}`
    return (await fetch(url)).json()
  },
  verify_webhook: ({ body, headers, secret }) => verifyWebhook(body, headers, secret),
  inject: ({ address, message, ...options }, { mayfly }) => mayfly.inject(address, source(message), options),
  get_mail: ({ email, ...options }, { mayfly }) => mayfly.getMail(email, options),
  wait: ({ address, ...options }, { mayfly }) => mayfly.wait(address, options),
  code: ({ address, ...options }, { mayfly }) => mayfly.code(address, options),
  link: ({ address, ...options }, { mayfly }) => mayfly.link(address, options),
  account: (_, { mayfly }) => mayfly.account(),
  'events.read': readEvents,
  'inboxes.create': ({ idempotencyKey, ...inbox }, { mayfly }) => mayfly.inboxes.create(inbox, { idempotencyKey }),
  'inboxes.list': (options, { mayfly }) => mayfly.inboxes.list(options).toArray(),
  'inboxes.get': ({ address }, { mayfly }) => mayfly.inboxes.get(address),
  'inboxes.update': ({ address, ...change }, { mayfly }) => mayfly.inboxes.update(address, change),
  'inboxes.delete': ({ address }, { mayfly }) => mayfly.inboxes.delete(address),
  'inboxes.empty': ({ address }, { mayfly }) => mayfly.inboxes.empty(address),
  'messages.list': ({ address, ...options }, { mayfly }) => mayfly.messages.list(address, options).toArray(),
  'messages.get': ({ id }, { mayfly }) => mayfly.messages.get(id),
  'messages.raw': async ({ id }, { mayfly }) => text(await mayfly.messages.raw(id)),
  'messages.html': ({ id }, { mayfly }) => mayfly.messages.html(id),
  'messages.attachment': async ({ id, index }, { mayfly }) => text(await mayfly.messages.attachment(id, index)),
  'messages.mark_seen': ({ id, seen }, { mayfly }) => mayfly.messages.markSeen(id, seen),
  'messages.delete': ({ id }, { mayfly }) => mayfly.messages.delete(id),
  'keys.create': (key, { mayfly }) => mayfly.keys.create(key),
  'keys.list': (options, { mayfly }) => mayfly.keys.list(options).toArray(),
  'keys.revoke': ({ id }, { mayfly }) => mayfly.keys.revoke(id),
  'domains.create': ({ domain }, { mayfly }) => mayfly.domains.create(domain),
  'domains.list': (options, { mayfly }) => mayfly.domains.list(options).toArray(),
  'domains.get': ({ domain }, { mayfly }) => mayfly.domains.get(domain),
  'domains.check': ({ domain }, { mayfly }) => mayfly.domains.check(domain),
  'domains.delete': ({ domain }, { mayfly }) => mayfly.domains.delete(domain),
  'webhooks.create': (webhook, { mayfly }) => mayfly.webhooks.create(webhook),
  'webhooks.list': (options, { mayfly }) => mayfly.webhooks.list(options).toArray(),
  'webhooks.get': ({ id }, { mayfly }) => mayfly.webhooks.get(id),
  'webhooks.update': ({ id, ...change }, { mayfly }) => mayfly.webhooks.update(id, change),
  'webhooks.delete': ({ id }, { mayfly }) => mayfly.webhooks.delete(id),
  'webhooks.test': ({ id }, { mayfly }) => mayfly.webhooks.test(id),
  'webhooks.pause': ({ id }, { mayfly }) => mayfly.webhooks.pause(id),
  'webhooks.resume': ({ id, ...options }, { mayfly }) => mayfly.webhooks.resume(id, options),
  'webhooks.rotate_secret': ({ id, ...options }, { mayfly }) => mayfly.webhooks.rotateSecret(id, options),
  'webhooks.secret': ({ id }, { mayfly }) => mayfly.webhooks.secret(id),
  'webhooks.deliveries': ({ id, ...options }, { mayfly }) => mayfly.webhooks.deliveries(id, options).toArray(),
  'webhooks.redeliver': ({ id, since }, { mayfly }) => mayfly.webhooks.redeliver(id, since),
  'deliveries.list': (options, { mayfly }) => mayfly.deliveries.list(options).toArray(),
  'deliveries.get': ({ id }, { mayfly }) => mayfly.deliveries.get(id),
  'deliveries.redeliver': ({ id }, { mayfly }) => mayfly.deliveries.redeliver(id),
}

/** Times in the files are seconds with a name that says so; here they are milliseconds. Headers keep their names. */
export function toArguments({ headers, ...args }: Record<string, unknown>): Args {
  const { timeoutSeconds, waitSeconds, ...rest } = toCamelCase(args) as Record<string, number>
  return {
    ...rest,
    ...(headers !== undefined && { headers }),
    ...(timeoutSeconds !== undefined && { timeout: timeoutSeconds * 1_000 }),
    ...(waitSeconds !== undefined && { wait: waitSeconds * 1_000 }),
  }
}

/** Follows until so many have come; `during` begins once the stream stands. */
async function readEvents({ count, ...options }: Args, { mayfly, runDuring }: CallContext): Promise<MayflyEvent[]> {
  const events: MayflyEvent[] = []
  let during: Promise<void> | undefined
  const onOpen = (): void => {
    during ??= runDuring()
  }
  for await (const event of mayfly.events({ ...options, onOpen })) {
    events.push(event)
    if (events.length === count) break
  }
  await during
  return events
}
