import assert from 'node:assert/strict'
import type { ScenarioBench } from '../../../scenarios/scenario-bench.ts'
import { toSnakeCase } from '../../src/camel-case.ts'
import {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  Mayfly,
  MayflyError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  WaitTimeout,
  WebhookVerificationError,
} from '../../src/index.ts'
import { assertMatches } from './match.ts'
import { CALLS, toArguments } from './scenario-calls.ts'

export interface Step {
  readonly call?: string
  readonly args?: Record<string, unknown>
  readonly as?: string
  readonly key?: string
  readonly save?: string
  readonly expect?: unknown
  readonly error?: Record<string, unknown>
  readonly during?: readonly Step[]
  readonly parallel?: readonly (readonly Step[])[]
  readonly check?: string
}

const ERROR_TYPES: readonly [string, typeof MayflyError | typeof WaitTimeout][] = [
  ['authentication', AuthenticationError],
  ['permission_denied', PermissionDeniedError],
  ['not_found', NotFoundError],
  ['invalid_request', InvalidRequestError],
  ['rate_limit', RateLimitError],
  ['connection', ConnectionError],
  ['wait_timeout', WaitTimeout],
  ['webhook_verification', WebhookVerificationError],
]

let runs = 0

/** One run of a scenario: its steps share what they save. */
export class Scenario {
  readonly #bench: ScenarioBench
  readonly #saved: Record<string, unknown>

  constructor(bench: ScenarioBench) {
    this.#bench = bench
    const unique = `${process.pid.toString(36)}${Date.now().toString(36)}${++runs}`
    this.#saved = { unique, receiver: bench.environment['MAYFLY_TEST_RECEIVER'] }
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.#take(step)
  }

  async #take(step: Step): Promise<void> {
    const where = JSON.stringify(step).slice(0, 200)
    if (step.parallel) await Promise.all(step.parallel.map((branch) => this.run(branch)))
    else if (step.check !== undefined) assertMatches(this.#fill(step.check), this.#fill(step.expect), where)
    else await this.#call(step, where)
  }

  async #call(step: Step, where: string): Promise<void> {
    const run = CALLS[step.call ?? '']
    assert.ok(run, `There is no call ${step.call}.`)
    const key = (this.#fill(step.key) as string | undefined) ?? this.#bench.keys[step.as ?? 'owner']
    const mayfly = new Mayfly({ url: this.#bench.server.httpUrl, apiKey: key })
    const runDuring = (): Promise<void> => this.run(step.during ?? [])
    const args = toArguments(this.#fill(step.args ?? {}) as Record<string, unknown>)
    const work = run(args, { mayfly, bench: this.#bench, runDuring })
    const result = step.error ? await this.#refusal(work, step.error, where) : toWire(await work)
    if (step.save !== undefined) this.#saved[step.save] = result
    if (step.expect !== undefined) assertMatches(result, this.#fill(step.expect), where)
  }

  async #refusal(work: Promise<unknown>, wanted: Record<string, unknown>, where: string): Promise<unknown> {
    const error = await work.then(
      (result) => assert.fail(`${where}: no error, but ${JSON.stringify(result)}`),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof MayflyError, `${where}: ${error}`)
    const type = ERROR_TYPES.find(([, Type]) => error instanceof Type)?.[0] ?? 'other'
    const seen = { ...(toWire({ ...error }) as object), type, message: error.message }
    assertMatches(seen, this.#fill(wanted), where)
    return seen
  }

  /** Puts what was saved where `${name.path}` stands. A text that is nothing else becomes the value itself. */
  #fill(value: unknown): unknown {
    if (typeof value === 'string') {
      const whole = /^\$\{([^}]+)\}$/.exec(value)
      if (whole) return this.#read(whole[1] ?? '')
      return value.replace(/\$\{([^}]+)\}/g, (_, path: string) => String(this.#read(path)))
    }
    if (Array.isArray(value)) return value.map((item) => this.#fill(item))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#fill(item)]))
  }

  #read(path: string): unknown {
    const found = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], this.#saved)
    assert.notEqual(found, undefined, `Nothing is saved as ${path}.`)
    return found
  }
}

/** Files name fields as the service does. The headers that a receiver got are no fields. */
function toWire(result: unknown): unknown {
  const isPosts = Array.isArray(result) && result.some((item) => item !== null && Object.hasOwn(Object(item), 'body'))
  return isPosts || result === null || typeof result !== 'object' ? result : toSnakeCase(result)
}
