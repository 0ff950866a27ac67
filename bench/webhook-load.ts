import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerQuestions } from './answer-questions.ts'
import { SmtpSender } from './smtp-sender.ts'
import { quantile } from './statistics.ts'

/** One Mayfly with its endpoints. */
export interface WebhookSide {
  readonly smtpPort: number
  readonly httpPort: number
  readonly healthy: number
  /** Read, and never answer. */
  readonly hanging: number
}

export interface WebhookJob {
  /** They take turns, mail by mail. */
  readonly sides: readonly WebhookSide[]
  readonly apiKey: string
  /** Claimed on each side. Every endpoint is told of each of its mails. */
  readonly address: string
  readonly mails: number
  readonly warmUpMails: number
  /** To each side. */
  readonly mailsPerSecond: number
}

export interface WebhookReport {
  /** From `created_at` of the delivery to its arrival at a healthy endpoint, in milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly samples: number
  /** Deliveries to healthy endpoints that never came. */
  readonly missing: number
}

const PATIENCE_MS = 60_000

/** Sender and receivers in one process: the same moment is as good or bad for each side. */
async function measureWebhooks(job: WebhookJob): Promise<WebhookReport[]> {
  const runs = job.sides.map((side) => new SideRun(job, side))
  try {
    for (const run of runs) await run.open()
    const begun = performance.now()
    for (let n = 0; n < job.mails + job.warmUpMails; n++) {
      for (const [turn, run] of runs.entries()) {
        const at = begun + ((n + turn / runs.length) * 1_000) / job.mailsPerSecond
        await sleep(Math.max(0, at - performance.now()))
        await run.send(n)
      }
    }
    return await Promise.all(runs.map((run) => run.report()))
  } finally {
    for (const run of runs) run.close()
  }
}

class SideRun {
  readonly #job: WebhookJob
  readonly #side: WebhookSide
  #sender: SmtpSender | null = null
  readonly #servers: Server[] = []
  readonly #arrivals: { readonly subject: string; readonly at: number }[] = []
  /** Its log tells when the deliveries to all of them were made. */
  #firstId = ''

  constructor(job: WebhookJob, side: WebhookSide) {
    this.#job = job
    this.#side = side
  }

  async open(): Promise<void> {
    const { healthy, hanging, smtpPort } = this.#side
    this.#sender = new SmtpSender(smtpPort)
    await this.#sender.open()
    for (let n = 0; n < healthy + hanging; n++) {
      const server = createServer(this.#receiver(n < healthy)).listen(0, '127.0.0.1')
      this.#servers.push(server)
      await once(server, 'listening')
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const { id } = await this.#call<{ id: string }>('POST', '/v1/webhooks', { url })
      this.#firstId ||= id
    }
  }

  async send(n: number): Promise<void> {
    const wire = `From: a@sender.test\r\nSubject: ${n}\r\n\r\nGood day\r\n.\r\n`
    await this.#sender?.send(this.#job.address, Buffer.from(wire))
  }

  async report(): Promise<WebhookReport> {
    const { mails, warmUpMails } = this.#job
    const { healthy } = this.#side
    const deadline = performance.now() + PATIENCE_MS
    while (this.#arrivals.length < healthy * (mails + warmUpMails) && performance.now() < deadline) await sleep(50)
    const made = await this.#creationTimes()
    const counted = this.#arrivals.filter(({ subject }) => Number(subject) >= warmUpMails)
    const delays = counted.map(({ subject, at }) => at - (made.get(subject) ?? Number.NaN)).sort((a, b) => a - b)
    const samples = delays.length
    return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), samples, missing: healthy * mails - samples }
  }

  close(): void {
    this.#sender?.destroy()
    for (const server of this.#servers) {
      server.close()
      server.closeAllConnections()
    }
  }

  #receiver(answers: boolean): RequestListener {
    return (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (!answers) return
        const at = performance.timeOrigin + performance.now()
        this.#arrivals.push({ subject: JSON.parse(Buffer.concat(chunks).toString()).data.subject, at })
        response.writeHead(204).end()
      })
    }
  }

  /** By the subject of the mail: the same for every endpoint. */
  async #creationTimes(): Promise<Map<string, number>> {
    const times = new Map<string, number>()
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = `limit=100${cursor && `&cursor=${cursor}`}`
      const page: Page = await this.#call('GET', `/v1/webhooks/${this.#firstId}/deliveries?${query}`)
      for (const { created_at, payload } of page.data) times.set(payload.data.subject, Date.parse(created_at))
      cursor = page.next_cursor
    }
    return times
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${this.#side.httpPort}${path}`, {
      method,
      headers: { 'X-API-KEY': this.#job.apiKey, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
}

interface Page {
  readonly data: readonly { readonly created_at: string; readonly payload: { readonly data: { subject: string } } }[]
  readonly next_cursor: string | null
}

answerQuestions(measureWebhooks)
