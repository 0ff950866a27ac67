import { constants } from 'node:os'

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type StopSignal = (typeof STOP_SIGNALS)[number]

/**
 * Ctrl-C reaches npm, the script and the server, and the first two pass it on: what comes within this time of the
 * first signal is the same request.
 */
const ONE_REQUEST_MS = 1_000

export interface SignalSource {
  on(signal: StopSignal, listener: (signal: StopSignal) => void): unknown
}

export interface StopHandlers {
  /** Called once. */
  readonly stop: (signal: StopSignal) => void
  /** Called for a signal that comes a second or more after the first. */
  readonly stopAtOnce: (signal: StopSignal) => void
  /** Milliseconds that never go back. */
  readonly now?: () => number
}

export function listenForStop(source: SignalSource, { stop, stopAtOnce, now = monotonic }: StopHandlers): void {
  let first: number | null = null
  const heed = (signal: StopSignal): void => {
    const at = now()
    if (first === null) {
      first = at
      stop(signal)
    } else if (at - first >= ONE_REQUEST_MS) {
      stopAtOnce(signal)
    }
  }
  for (const signal of STOP_SIGNALS) source.on(signal, heed)
}

/** What a shell reports for a process that a signal has ended. */
export function signalExitCode(signal: StopSignal): number {
  return 128 + constants.signals[signal]
}

function monotonic(): number {
  return performance.now()
}
