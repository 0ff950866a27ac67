import { answerQuestions } from './answer-questions.ts'
import { LoadCount, type LoadReport } from './load-report.ts'
import { makeMailPool, type PooledMail } from './mail-pool.ts'
import { SmtpSender } from './smtp-sender.ts'

export interface SmtpJob {
  readonly port: number
  readonly connections: number
  /** 1 is one mail per connection; more is a connection that is kept. */
  readonly mailsPerConnection: number
  /** Envelope and DATA in one write, or each command for itself. */
  readonly pipelining: boolean
  /** Mail n goes to the address n modulo their number. */
  readonly addresses: readonly string[]
  /** The size of the mails, about. */
  readonly mailBytes: number
  readonly maxMails: number
  readonly maxMs: number
}

const pools = new Map<number, readonly PooledMail[]>()

function poolOf(bytes: number): readonly PooledMail[] {
  const pool = pools.get(bytes) ?? makeMailPool(bytes)
  pools.set(bytes, pool)
  return pool
}

/** Sends mail over so many connections at once until there has been enough. */
async function sendLoad(job: SmtpJob): Promise<LoadReport> {
  const pool = poolOf(job.mailBytes)
  const count = new LoadCount(job.maxMails, job.maxMs)
  await Promise.all(Array.from({ length: job.connections }, () => keepSending(job, pool, count)))
  return count.report()
}

async function keepSending(job: SmtpJob, pool: readonly PooledMail[], count: LoadCount): Promise<void> {
  while (!count.enough) {
    const sender = new SmtpSender(job.port)
    try {
      await sender.open()
      await sendOver(sender, job, pool, count)
      await sender.quit()
    } catch (error) {
      count.fail(error)
      sender.destroy()
    }
  }
}

async function sendOver(
  sender: SmtpSender,
  { addresses, mailsPerConnection, pipelining }: SmtpJob,
  pool: readonly PooledMail[],
  count: LoadCount,
): Promise<void> {
  for (let sent = 0; sent < mailsPerConnection; sent++) {
    const n = count.take()
    if (n === null) return
    const mail = pool[n % pool.length] as PooledMail
    const address = addresses[n % addresses.length] as string
    await (pipelining ? sender.send(address, mail.wire) : sender.sendStepwise(address, mail.wire))
    count.add(mail.raw.byteLength)
  }
}

answerQuestions(sendLoad)
