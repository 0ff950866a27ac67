import type { ResultRow } from './result-row.ts'

export interface Results {
  readonly machine: readonly string[]
  readonly rows: readonly ResultRow[]
  readonly rounds: string
  readonly minutes: number
}

export function resultTable(rows: readonly ResultRow[]): string {
  const met = (row: ResultRow): string => (row.met === null ? '' : row.met ? 'yes' : '**NO**')
  return [
    '| what | bare (for growth: the empty store) | Mayfly | ratio | target | met |',
    '|---|--:|--:|--:|---|---|',
    ...rows.map((row) => `| ${row.what} | ${row.bare} | ${row.mayfly} | ${row.ratio} | ${row.target} | ${met(row)} |`),
  ].join('\n')
}

/** RESULTS.md, whole. */
export function resultsPage({ machine, rows, rounds, minutes }: Results): string {
  const missed = rows.filter((row) => row.met === false).length
  return `# What the benchmark measured

Written by \`npm run bench\` in one run of ${Math.round(minutes)} minutes. ${missed === 0 ? 'Every target is met.' : `Targets missed: ${missed}.`}

${machine.map((line) => `- ${line}`).join('\n')}

${resultTable(rows)}

${WHAT_EACH_SIDE_DOES}

## Each round

${rounds}
`
}

const WHAT_EACH_SIDE_DOES = `## What each side does

**Mayfly** is \`mayflyd serve\` as \`npm start\` runs it, with its defaults, its log in a file, and its data on the disk named above.
Only the caps of the owner's plan are raised (requests per minute, inboxes, open waits): each is counted, none is reached.
A mail is answered 250 once it is on the disk (fsync) and every reader can see it. Every request has its key checked, its
rate counted and all headers set.

**Bare SMTP** is a \`node:net\` server of some 60 lines (baseline-smtp.ts) that finds the ends of commands and messages,
answers, and throws everything away. **Bare HTTP** is \`node:http\` (baseline-http.ts) with one fixed body: \`[]\` for the
poll, and for the getMail of 10 the very bytes that Mayfly answered.

**The load** comes from one process for all sides (smtp-load.ts, http-load.ts), with the same mails, addresses, paths and
number of connections; it checks every reply. It shares the machine with the server, so on few cores both compete. Sides
take turns, round after round, and the table has the medians. SMTP: 20 connections, mails of about 3.7 KB to 1,000 claimed
inboxes in turn; envelope and DATA go in one write (PIPELINING), but in the rows that say "no pipelining", where each
command waits for its reply; a kept connection sends 1,000 mails, then a new one is made. HTTP: 40 kept connections without pipelining. What is read has been read before: its parsed form is in the store.
The text of the mails is made of a word list and compresses as English text does (zstd: about 0.48).

**250 → waiter**: one process, so one clock, sends 500 mails/s over 20 connections to inboxes on each of which a
\`getMail?wait=55\` is held (200 at once), and in the rows that say so a \`/v1/inboxes/{address}/wait?timeout=55\` (1,000 at
once); measured is from the 250 to the whole answer. Inboxes are claimed and empty, each gets one mail. Where the reader was
first, that counts as 0. Parsing the mail is included.

**Growth**: a second Mayfly whose store was seeded through the store itself (seed.ts) gets the same load in the same
rounds as the empty one; mail goes to, and is read from, inboxes of the seed spread evenly over all. For time, the empty
store is divided by the full one.

**Memory** is VmRSS of the process with its threads (VmHWM for the peak of a large mail), with no collection of garbage
forced. **Disk** is all blocks of the data folder after a graceful stop, over the bytes of the mails as sent. **Start** is
from the spawn of \`node server/src/main/mayflyd.ts serve\` to 200 from /readyz; npm itself is not in it.`
