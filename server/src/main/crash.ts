import type { Log } from './log.ts'

/** Resolves at the first error that nobody caught. What state it left behind is unknown, so the process must end. */
export function watchForCrash(source: Pick<NodeJS.Process, 'on'>, log: Log): Promise<'crash'> {
  const { promise, resolve } = Promise.withResolvers<'crash'>()
  let first = true
  const heed = (err: unknown): void => {
    if (first) log.fatal({ err }, 'an error that nobody caught: stopping')
    else log.error({ err }, 'another error that nobody caught')
    first = false
    resolve('crash')
  }
  source.on('uncaughtException', heed)
  source.on('unhandledRejection', heed)
  return promise
}
