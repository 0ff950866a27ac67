import type { Command } from '../command.ts'
import { ALL_ROLES, parseRoles, ROLES } from '../roles.ts'
import { readSettings } from '../settings.ts'
import { listenForStop, type StopSignal, signalExitCode } from '../signals.ts'

export const serve: Command = {
  usage: 'serve [--roles LIST]',
  describes: 'Runs the server until SIGTERM or SIGINT. A second one, a second or more later, stops it at once.',
  options: {
    roles: {
      type: 'string',
      value: 'LIST',
      describes: `What this node does, as a comma list: ${ROLES.join(', ')}. All of them by default.`,
    },
  },
  operands: [],
  async run({ options: { roles: list } }) {
    const roles = typeof list === 'string' ? parseRoles(list) : ALL_ROLES
    // Before the server is even loaded: a stop that comes during the start is a graceful one too.
    const { promise: stopRequested, resolve: stop } = Promise.withResolvers<StopSignal>()
    listenForStop(process, { stop, stopAtOnce: (signal) => process.exit(signalExitCode(signal)) })
    const settings = readSettings()
    const { runServer } = await import('../run-server.ts')
    process.exit(await runServer(settings, roles, stopRequested))
  },
}
