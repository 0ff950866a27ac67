import { parseArgs } from 'node:util'

export const SECTIONS = [
  'intake',
  'poll',
  'getmail',
  'latency',
  'growth',
  'webhooks',
  'memory',
  'disk',
  'start',
] as const
export type Section = (typeof SECTIONS)[number]

export interface RunSettings {
  readonly sections: ReadonlySet<Section>
  /** Nothing left out and nothing made smaller: only such a run is written down. */
  readonly whole: boolean
  readonly messages: number
  readonly inboxes: number
  readonly rounds: number
  readonly loadMs: number
  readonly warmUpMails: number
  readonly latencySeconds: number
  /** Each is told to every endpoint. */
  readonly webhookMails: number
  readonly diskMails: number
  readonly waiters: number
  readonly starts: number
  /** Of memory, ten a second. */
  readonly samples: number
}

const MESSAGES = 1_000_000
const MESSAGES_PER_INBOX = 10

const WHOLE = {
  rounds: 3,
  loadMs: 4_000,
  warmUpMails: 2_000,
  latencySeconds: 10,
  webhookMails: 200,
  diskMails: 20_000,
  waiters: 5_000,
  starts: 5,
  samples: 30,
}
const QUICK = {
  rounds: 1,
  loadMs: 1_000,
  warmUpMails: 1_000,
  latencySeconds: 3,
  webhookMails: 100,
  diskMails: 4_000,
  waiters: 1_000,
  starts: 2,
  samples: 10,
}
const QUICK_MESSAGES = 20_000

const USAGE = `npm run bench -- [--quick] [--only ${SECTIONS.join(',')}] [--messages ${MESSAGES}]`

export function readRunSettings(args: readonly string[]): RunSettings {
  const values = readOptions(args)
  const messages = Number(values.messages ?? (values.quick ? QUICK_MESSAGES : MESSAGES))
  if (!Number.isInteger(messages) || messages < 10_000)
    throw new Error(`--messages is a whole number from 10000.\n${USAGE}`)
  return {
    ...(values.quick ? QUICK : WHOLE),
    sections: readSections(values.only),
    whole: !values.quick && values.only === undefined && messages === MESSAGES,
    messages,
    inboxes: messages / MESSAGES_PER_INBOX,
  }
}

function readOptions(args: readonly string[]): { quick: boolean; only?: string; messages?: string } {
  try {
    return parseArgs({
      args: [...args],
      options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, messages: { type: 'string' } },
    }).values
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`, { cause: error })
  }
}

function readSections(only: string | undefined): ReadonlySet<Section> {
  if (only === undefined) return new Set(SECTIONS)
  const names = only.split(',')
  const unknown = names.find((name) => !SECTIONS.some((section) => section === name))
  if (unknown !== undefined) throw new Error(`There is no "${unknown}".\n${USAGE}`)
  const chosen = new Set(names as Section[])
  // Growth is how the others do on a full store.
  const others = (['intake', 'poll', 'getmail', 'latency'] as const).filter((name) => chosen.has(name))
  return chosen.has('growth') && others.length === 0 ? chosen.union(new Set(SECTIONS.slice(0, 4))) : chosen
}
