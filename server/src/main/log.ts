import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino'
import type { Settings } from './settings.ts'

export type Log = Logger

export interface Output {
  readonly log: Log
  /** Puts plain text between the log lines, in order. */
  print(text: string): void
  /** Nothing may be lost when the process ends. */
  flush(): void
}

const FLUSH_MS = 500

/** Logs go to standard output: lines of JSON for programs, something readable where a person watches. */
export async function createOutput({ logLevel, logFormat }: Pick<Settings, 'logLevel' | 'logFormat'>): Promise<Output> {
  // At the end, whoever does not read what we write is not waited for longer than this.
  let patientUntil = Number.POSITIVE_INFINITY
  const out = destination({ dest: 1, sync: false, retryEAGAIN: () => performance.now() < patientUntil })
  // Whoever read the log has gone. Mail goes on.
  out.on('error', () => undefined)
  const pretty = logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY)
  const stream = pretty ? await prettyStream(out) : out
  const log = pino(
    {
      level: logLevel,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  )
  return {
    log,
    print: (text) => out.write(text),
    flush: () => {
      patientUntil = performance.now() + FLUSH_MS
      try {
        out.flushSync()
      } catch {
        // Nobody is left to tell.
      }
    },
  }
}

async function prettyStream(out: ReturnType<typeof destination>): Promise<DestinationStream> {
  const { isColorSupported, prettyFactory } = await import('pino-pretty')
  const toText = prettyFactory({
    colorize: isColorSupported && process.stdout.isTTY,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  })
  return { write: (line) => out.write(toText(line)) }
}
