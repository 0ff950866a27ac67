import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { Session } from 'node:inspector/promises'
import { after, test } from 'node:test'
import type { StructureLimits } from './structure.ts'

/** V8 counts for coverage how often each block runs, in the code that it compiles from now on. */
const counters = new Session()
counters.connect()
await counters.post('Profiler.enable')
await counters.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
after(() => counters.disconnect())
const { DEFAULT_STRUCTURE_LIMITS, readStructure } = await import('./structure.ts')

/** Everything but the depth, which a delimiter is compared with, is let go: the limits must not be what keeps it linear. */
const WIDE: StructureLimits = {
  depth: DEFAULT_STRUCTURE_LIMITS.depth,
  parts: 1e9,
  partHeaderBytes: 1e9,
  headerBytes: 1e9,
  parameters: 1e9,
  addresses: 1e9,
}

const MIXED = 'Content-Type: multipart/mixed; boundary=x\n\n'
const DEEP = Array.from(
  { length: 40 },
  (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`,
)

/** What is repeated, and what stands before it. */
const HOSTILE: readonly (readonly [before: string, repeated: string])[] = [
  ...['a\n', '\n', '--x\n', '--x\n\n', '--x\nX: y\n', '--\n', '--y\n', '--x--\n', '--x y\n', '--x', ' '].map(
    (repeated) => [MIXED, repeated] as const,
  ),
  ...['--b0\n', '--b39--\n', '--b\n', '--b0--\n', 'X: y\n'].map((repeated) => [DEEP.join(''), repeated] as const),
  ['', 'Content-Type: message/rfc822\n\n'],
  ['', `${MIXED}--x\n`],
  ['', 'Content-Type: multipart/digest; boundary=x\n\n--x\n\n'],
  ['', 'X: y\n'],
  ['', 'no field\n'],
  ['X: y\n', ' \n'],
  ['X:', ' '],
  ...[
    'a,',
    '<',
    '<@,',
    '<@a:',
    '"',
    '(',
    '()',
    '\\',
    '@',
    'a@b:',
    'a:',
    ';',
    '[',
    '=?',
    '=?a?q?',
    '. ',
    'a ',
    '<a>',
    ' @,',
  ].map((repeated) => ['To: ', repeated] as const),
  ...[';', ';a', '"', '(', ' (', ' ()', '\\', '=', ';"', ' ', '/', '*0='].map(
    (repeated) => ['Content-Type: text/plain', repeated] as const,
  ),
  ['Content-Language: ', 'a,'],
]

for (const [before, repeated] of HOSTILE) {
  const shown = JSON.stringify(before.length > 100 ? 'deep multiparts' : before)
  test(`the steps for many ${JSON.stringify(repeated)} after ${shown} grow as the mail does`, async () => {
    const few = await countSteps(before + repeated.repeat(1000))
    const many = await countSteps(before + repeated.repeat(8000))
    assert.ok(few > 0)
    // What V8 inlines it may not count: not eight times to the step, but far from eight times eight.
    assert.ok(many < 12 * few, `${few} steps, then ${many}`)
  })
}

/** How often any block of our code ran. */
async function countSteps(mail: string): Promise<number> {
  const raw = Buffer.from(mail, 'latin1')
  await counters.post('Profiler.takePreciseCoverage') // sets them to nought
  readStructure(raw, WIDE)
  const { result } = await counters.post('Profiler.takePreciseCoverage')
  const ours = result.filter(({ url }) => url.startsWith(new URL('.', import.meta.url).href) && !url.includes('.test.'))
  const blocks = ours.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
  return blocks.reduce((sum, { count }) => sum + count, 0)
}
