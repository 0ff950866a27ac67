// Makes docs/rfc-coverage.md from the citations beside the code: node scripts/rfc-coverage.mjs [--check]
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

const PAGE = join(ROOT, 'docs', 'rfc-coverage.md')
const CITATION = /RFC (\d{3,5})(?: §([0-9A-Z]+(?:\.[0-9]+)*))?/g

const page = makePage()
if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, page)
} else if (readFileSync(PAGE, 'utf8') !== page) {
  process.stderr.write('docs/rfc-coverage.md does not match the citations in the code. Run npm run format.\n')
  process.exit(1)
}

function makePage() {
  const bySection = ([a], [b]) => a.localeCompare(b, 'en', { numeric: true })
  const made = 'Made from the citations in the code by `npm run format`. Paths are below `server/src/`.'
  const lines = ['# RFC coverage', '', made, '']
  for (const [rfc, sections] of [...readCitations()].sort(bySection)) {
    lines.push(`## RFC ${rfc}`, '', '| Section | Cited in |', '|---|---|')
    for (const [section, files] of [...sections].sort(bySection)) {
      lines.push(`| ${section ? `§${section}` : '(as a whole)'} | ${[...files].join(', ')} |`)
    }
    lines.push('')
  }
  return `${lines.join('\n').trimEnd()}\n`
}

/** For each RFC its sections, for each section the files that cite it. Tests count: they hold us to it. */
function readCitations() {
  const rfcs = new Map()
  for (const file of globSync('server/src/**/*.ts', { cwd: ROOT }).sort()) {
    for (const [, rfc, section = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(CITATION)) {
      const sections = rfcs.get(rfc) ?? new Map()
      rfcs.set(rfc, sections)
      sections.set(section, (sections.get(section) ?? new Set()).add(file.replace('server/src/', '')))
    }
  }
  return rfcs
}
