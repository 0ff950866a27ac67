import { WaitTimeout } from './client.ts'
import { TIMED_OUT } from './exit-codes.ts'
import { Failure } from './failure.ts'
import type { Output } from './output.ts'
import { plainText } from './plain-text.ts'

/** What the wait gives; where nothing came in time, the explanation, for programs too, and the exit code for that. */
export async function showTimeout<T>(out: Output, waiting: Promise<T>): Promise<T> {
  try {
    return await waiting
  } catch (error) {
    if (!(error instanceof WaitTimeout)) throw error
    const { cursor, nearMisses, refused } = error
    if (out.json) out.show({ status: 'timeout', messages: [], cursor, nearMisses, refused }, () => '')
    throw new Failure(plainText(error.message), TIMED_OUT)
  }
}
