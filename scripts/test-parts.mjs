import { availableParallelism } from 'node:os'
import { isCi } from './ci.mjs'

/** Test files at once. Those that start servers and clients would disturb each other's time-outs beyond two. */
const UNIT_FILES = Math.max(1, availableParallelism())
const E2E_FILES = Math.min(2, UNIT_FILES)

const tests = (files, atOnce) => ({
  files,
  // The spec reporter also where nobody watches: its summary is what CI reads.
  command: [
    process.execPath,
    ...(isCi ? ['--import', './scripts/same-seed.mjs'] : []),
    '--test',
    '--test-reporter=spec',
    '--test-timeout=180000',
    `--test-concurrency=${atOnce}`,
    files,
  ],
})

/**
 * What `npm test` runs, in this order. `needs` names programs of the system. Where there are `files`, there must be
 * some: a part that finds nothing to run has not passed.
 */
export const PARTS = [
  { name: 'check', needs: [], command: [process.execPath, 'scripts/check.mjs'] },
  { name: 'scripts', needs: [], ...tests('scripts/**/*.test.mjs', UNIT_FILES) },
  { name: 'unit', needs: [], ...tests('server/src/**/*.test.ts', UNIT_FILES) },
  { name: 'browser', needs: ['chromium'], ...tests('server/test-browser/**/*.test.ts', 1) },
  {
    name: 'end-to-end',
    needs: ['swaks', 'curl', 'openssl', 'dnsmasq', 'python3', 'mutt', 'script', 'mbsync', 'fetchmail', 'offlineimap'],
    ...tests('server/test/**/*.test.ts', E2E_FILES),
  },
]

/** Debian's name of the package, where it is not the program's own. */
export const DEBIAN_PACKAGES = {
  dnsmasq: 'dnsmasq-base',
  mbsync: 'isync',
  offlineimap: 'offlineimap3',
  script: 'bsdutils',
}
