interface Fault {
  readonly pointer: string
  readonly detail: string
}

/** A refusal in the server's own words (RFC 9457). */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly faults: readonly Fault[]

  constructor(status: number, { detail, code, errors }: { detail?: string; code?: string; errors?: Fault[] }) {
    super(detail ?? `The server answered ${status}.`)
    this.name = 'Problem'
    this.status = status
    this.code = code ?? ''
    this.faults = errors ?? []
  }
}

/** No answer at all. */
export class Unreachable extends Error {
  constructor() {
    super('The server cannot be reached. Check the connection.')
    this.name = 'Unreachable'
  }
}

/** Whether asking again may help by itself. */
export function mayPass(error: Error): boolean {
  return error instanceof Unreachable || (error instanceof Problem && (error.status >= 500 || error.status === 429))
}
