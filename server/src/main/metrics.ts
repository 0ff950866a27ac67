import { collectDefaultMetrics, Registry } from 'prom-client'

/** What the process says of itself; each part adds its own. */
export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
