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
 * some: a part that finds nothing to run has not passed. Those with `beside` run one after the other beside the rest, which
 * leaves much of a second core unused.
 */
export const PARTS = [
  { name: 'check', needs: [], command: [process.execPath, 'scripts/check.mjs'] },
  { name: 'scripts', needs: [], ...tests('scripts/**/*.test.mjs', UNIT_FILES) },
  {
    name: 'unit',
    needs: ['redis-server'],
    ...tests('server/src/{!(drivers)/**,drivers/!(postgres)/**}/*.test.ts', UNIT_FILES),
  },
  {
    name: 'PostgreSQL',
    beside: true,
    needs: ['pg_ctlcluster', 'pgbouncer'],
    ...tests('{server/src/drivers/postgres/**,server/test-postgres}/*.test.ts', E2E_FILES),
  },
  { name: 'dashboard', needs: [], ...tests('dashboard/src/**/*.test.ts', UNIT_FILES) },
  { name: 'mcp', needs: [], ...tests('mcp/src/**/*.test.ts', UNIT_FILES) },
  { name: 'command line', needs: ['bash', 'zsh', 'fish'], ...tests('cli/**/*.test.ts', UNIT_FILES) },
  {
    name: 'TypeScript client',
    beside: true,
    needs: ['chromium', 'openssl'],
    ...tests('clients/typescript/{src,test}/**/*.test.ts', E2E_FILES),
  },
  { name: 'Python client', beside: true, needs: ['python3'], ...tests('clients/python/*.test.ts', 1) },
  {
    name: 'Rust client',
    beside: true,
    needs: ['cargo', 'cargo-clippy', 'rustfmt', 'openssl'],
    ...tests('clients/rust/*.test.ts', 1),
  },
  { name: 'Go client', beside: true, needs: ['go'], ...tests('clients/go/test/**/*.test.ts', 1) },
  { name: 'browser', needs: ['chromium', 'script'], ...tests('server/test-browser/**/*.test.ts', E2E_FILES) },
  {
    name: 'end-to-end',
    needs: [
      'swaks',
      'curl',
      'openssl',
      'dnsmasq',
      'nsd',
      'python3',
      'mutt',
      'script',
      'mbsync',
      'fetchmail',
      'offlineimap',
      'redis-server',
    ],
    ...tests('server/test/**/*.test.ts', E2E_FILES),
  },
  {
    name: 'certificates',
    beside: true,
    // Go builds the authority that the tests order from.
    needs: ['go', 'openssl', 'swaks', 'curl', 'haproxy', 'nginx', 'testssl'],
    ...tests('server/test-tls/**/*.test.ts', E2E_FILES),
  },
  {
    name: 'docs',
    beside: true,
    needs: ['python3', 'go', 'cargo', 'openssl', 'curl'],
    ...tests('server/test-docs/**/*.test.ts', 1),
  },
]

/** Debian's name of the package, or of several, where it is not the program's own. */
export const DEBIAN_PACKAGES = {
  'cargo-clippy': 'rust-clippy',
  dnsmasq: 'dnsmasq-base',
  go: 'golang-go',
  mbsync: 'isync',
  nginx: ['nginx', 'libnginx-mod-stream'],
  offlineimap: 'offlineimap3',
  pg_ctlcluster: 'postgresql',
  // With what makes environments, which Debian has apart.
  python3: 'python3-venv',
  script: 'bsdutils',
  testssl: 'testssl.sh',
}
