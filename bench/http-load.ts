import { answerQuestions } from './answer-questions.ts'
import { HttpGetter } from './http-getter.ts'
import { LoadCount, type LoadReport } from './load-report.ts'

export interface HttpJob {
  readonly port: number
  readonly apiKey: string
  readonly connections: number
  /** Request n asks for the path n modulo their number. */
  readonly paths: readonly string[]
  /** Every answer has at least so many bytes, and an answer to the same path always as many as the first. */
  readonly minBytes: number
  readonly maxRequests: number
  readonly maxMs: number
}

/** Asks over so many kept connections at once until there has been enough. */
async function getLoad(job: HttpJob): Promise<LoadReport> {
  const count = new LoadCount(job.maxRequests, job.maxMs)
  const lengths: number[] = []
  await Promise.all(Array.from({ length: job.connections }, () => keepAsking(job, lengths, count)))
  return count.report()
}

async function keepAsking(job: HttpJob, lengths: number[], count: LoadCount): Promise<void> {
  while (!count.enough) {
    const getter = new HttpGetter(job.port, job.apiKey)
    try {
      for (let n = count.take(); n !== null; n = count.take()) {
        const place = n % job.paths.length
        const length = await getter.get(job.paths[place] as string)
        lengths[place] ??= length
        if (length < job.minBytes || length !== lengths[place]) throw new Error(`An answer of ${length} bytes`)
        count.add(length)
      }
    } catch (error) {
      count.fail(error)
    } finally {
      getter.close()
    }
  }
}

answerQuestions(getLoad)
