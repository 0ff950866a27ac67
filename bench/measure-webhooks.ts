import type { Bench } from './bench.ts'
import { BenchProcess } from './bench-process.ts'
import { getAll } from './prepare-sides.ts'
import type { ResultRow } from './result-row.ts'
import type { WebhookJob, WebhookReport } from './webhook-load.ts'

const HEALTHY = 40
const HANGING = 10
const MAILS_PER_SECOND = 10
const WARM_UP_MAILS = 30
const AT_MOST = 1.2
const ADDRESS = 'hooks@mayfly.test'

/** Receivers on this machine. */
const ENV = { MAYFLY_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', MAYFLY_WEBHOOK_ALLOW_HTTP: '1' }

/** From an event to its arrival at endpoints that answer: one Mayfly has only those, another also some that hang. */
export async function measureWebhooks(bench: Bench): Promise<ResultRow[]> {
  const servers = [await bench.startMayfly('alone', ENV), await bench.startMayfly('beside', ENV)]
  for (const { httpPort } of servers) await getAll(bench, httpPort, [ADDRESS])
  const generator = new BenchProcess('./webhook-load.ts', bench.cleanup)
  const [alone, beside] = await generator.ask<[WebhookReport, WebhookReport]>({
    sides: servers.map(({ smtpPort, httpPort }, i) => ({ smtpPort, httpPort, healthy: HEALTHY, hanging: i * HANGING })),
    apiKey: bench.apiKey,
    address: ADDRESS,
    mails: bench.settings.webhookMails,
    warmUpMails: WARM_UP_MAILS,
    mailsPerSecond: MAILS_PER_SECOND,
  } satisfies WebhookJob)
  await generator.stop()
  for (const server of servers) await server.stop()
  for (const name of ['alone', 'beside']) bench.dropData(name)
  bench.say(`  ${HEALTHY} endpoints alone: ${describe(alone)}`)
  bench.say(`  beside ${HANGING} that hang: ${describe(beside)}`)
  return [rowOf(alone, beside)]
}

function describe({ p50, p99, samples, missing }: WebhookReport): string {
  return `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms (${samples} deliveries, ${missing} missing)`
}

function rowOf(alone: WebhookReport, beside: WebhookReport): ResultRow {
  const missing = alone.missing + beside.missing
  const ratio = beside.p99 / alone.p99
  const what = `webhooks: event → receiver, p99, ${HANGING} of ${HEALTHY + HANGING} endpoints hang (left: without them)`
  return {
    what: missing > 0 ? `${what} (${missing} MISSING)` : what,
    bare: `${alone.p99.toFixed(1)} ms`,
    mayfly: `${beside.p99.toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    target: `≤ ${AT_MOST}`,
    met: missing === 0 && ratio <= AT_MOST,
  }
}
