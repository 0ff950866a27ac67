import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fuzzCommands, fuzzSessions } from './fuzz-commands.ts'

// Many more of both: scripts/fuzz-imap.mjs.

test('no input breaks the reader or the parsers, and any pieces read alike', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const { commands, good } = await fuzzCommands(500, seed)
      assert.ok(good > 50 && commands > good, `${good} of ${commands}`)
    }),
    { numRuns: 10, endOnFailure: true },
  ))

test('no input breaks a session', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(), (seed) => fuzzSessions(40, seed)),
    { numRuns: 10, endOnFailure: true },
  ))
