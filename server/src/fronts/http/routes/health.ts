import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Type } from 'typebox'

export interface HealthRouteOptions {
  readonly log: Logger
  /** What is not ready yet; empty means ready. */
  readonly ready: () => Promise<readonly string[]>
  /** What is done without for now, although it is ready. */
  readonly without: () => readonly string[]
  readonly stopping: () => boolean
}

const Healthy = Type.Object({ status: Type.Literal('ok') })
const Ready = Type.Object({
  status: Type.Literal('ready'),
  without: Type.Optional(
    Type.Array(Type.String({ examples: ['redis'] }), { description: 'What does not answer, and is done without.' }),
  ),
})
const NotReady = Type.Object({ status: Type.Literal('not_ready'), waiting_for: Type.Array(Type.String()) })

export function addHealth(app: FastifyInstance, options: HealthRouteOptions): void {
  app.get('/healthz', { schema: { response: { 200: Healthy } } }, () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { response: { 200: Ready, 503: NotReady } } }, async (_request, reply) => {
    const waitingFor = await missing(options)
    if (waitingFor.length > 0) return reply.code(503).send({ status: 'not_ready', waiting_for: waitingFor })
    const without = options.without()
    return { status: 'ready', ...(without.length > 0 && { without }) }
  })
}

async function missing({ log, ready, stopping }: HealthRouteOptions): Promise<readonly string[]> {
  if (stopping()) return ['shutdown']
  try {
    return await ready()
  } catch (error) {
    log.error({ err: error }, 'the readiness check failed')
    return ['readiness check']
  }
}
