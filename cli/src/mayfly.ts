#!/usr/bin/env node
import { run } from './run.ts'
import { lookAround } from './surroundings.ts'

// `mayfly inbox list | head` is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

// Not awaited: a part that is loaded later may import this file, and would wait for it for ever.
run(process.argv.slice(2), lookAround()).then((exitCode) => {
  process.exitCode = exitCode
})
