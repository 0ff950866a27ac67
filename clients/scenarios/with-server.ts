// Runs a command with a real server beside it: node clients/scenarios/with-server.ts go test ./...
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ScenarioBench } from './scenario-bench.ts'

const [command, ...args] = process.argv.slice(2)
if (command === undefined) {
  process.stderr.write('Say what to run: node clients/scenarios/with-server.ts COMMAND [ARGUMENT]…\n')
  process.exit(2)
}

const bench = await ScenarioBench.open()
try {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...bench.environment } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
} catch (error) {
  process.stderr.write(`${command} cannot be run: ${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  await bench[Symbol.asyncDispose]()
}
