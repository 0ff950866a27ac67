/**
 * Runs the work with a signal that aborts when its time is over, with the reason that `late` makes, or when the parent
 * aborts, with the parent's reason. Afterwards neither timer nor listener is left.
 */
export async function runWithin<T>(
  ms: number,
  late: () => unknown,
  parent: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  parent.throwIfAborted()
  const controller = new AbortController()
  const follow = () => controller.abort(parent.reason)
  const timer = setTimeout(() => controller.abort(late()), ms)
  parent.addEventListener('abort', follow)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    parent.removeEventListener('abort', follow)
  }
}

/** The promise, or the signal's reason as soon as it aborts: for work that cannot be called off. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
