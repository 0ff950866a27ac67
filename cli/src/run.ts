import { explainFailure, isAnswered } from './explain-failure.ts'
import { createProgram } from './program.ts'
import type { Surroundings } from './surroundings.ts'

/** Runs what the words ask for. Resolves with the exit code. */
export async function run(args: readonly string[], around: Surroundings): Promise<number> {
  const program = createProgram(around)
  try {
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (isAnswered(error)) return 0
    const { text, exitCode } = explainFailure(error, around.env)
    around.stderr.write(`mayfly: ${text}\n`)
    if (program.opts()['debug'] && error instanceof Error) around.stderr.write(`${error.stack}\n`)
    return exitCode
  }
}
