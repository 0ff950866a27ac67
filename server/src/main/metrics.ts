import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import type { Mail } from '../app/mail.ts'

/** What the process says of itself; each part adds its own. */
export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Each takes 19 MiB and a core for a while: whoever guesses at passwords shows here first. */
export function countPasswordWork(registry: Registry, { people }: Mail): void {
  new Counter({
    name: 'mayfly_password_hashes_total',
    help: 'Password hashes made, at sign-in, sign-up and wherever a password is asked for',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(people.passwordWork)
    },
  })
}
