export interface Service {
  readonly name: string
  /** Resolves when ready to serve. */
  start(): Promise<void>
  /** Finishes the work in hand; once the deadline aborts, gives it up. Safe to call twice. */
  stop(deadline: AbortSignal): Promise<void>
}

/** Starts in order. If one fails, those before it are stopped and the failure is thrown. */
export async function startAll(services: readonly Service[]): Promise<void> {
  const started: Service[] = []
  try {
    for (const service of services) {
      await service.start()
      started.push(service)
    }
  } catch (error) {
    await stopAll(started, AbortSignal.timeout(1_000))
    throw error
  }
}

/** Stops in reverse order. Every service gets its turn, whatever another one throws. */
export async function stopAll(services: readonly Service[], deadline: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  for (const service of services.toReversed()) {
    try {
      await service.stop(deadline)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything stopped cleanly.')
}
