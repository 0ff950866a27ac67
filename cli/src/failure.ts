import { FAILED } from './exit-codes.ts'

/** What went wrong, in a sentence that says what to do. */
export class Failure extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = FAILED) {
    super(message)
    this.name = 'Failure'
    this.exitCode = exitCode
  }
}
