// Makes openapi/openapi.json from the routes: node scripts/openapi.mjs [--check | --incompatible]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeApi } from '../server/src/fronts/http/describe-api.ts'
import { findIncompatibilities } from '../server/src/fronts/http/openapi-compatibility.ts'
import { ROOT } from './root.mjs'

const FILE = join(ROOT, 'openapi', 'openapi.json')

const made = await describeApi()
const committed = read()
// By value: the formatter has its own idea of where lines break.
if (JSON.stringify(committed) !== JSON.stringify(made)) {
  if (process.argv.includes('--check')) fail('openapi/openapi.json does not match the routes. Run npm run format.')
  const broken =
    committed === null || process.argv.includes('--incompatible') ? [] : findIncompatibilities(committed, made)
  if (broken.length > 0) {
    fail(
      `These changes break clients:\n  ${broken.join('\n  ')}\nIf it must be: node scripts/openapi.mjs --incompatible`,
    )
  }
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${JSON.stringify(made, null, 2)}\n`)
}

function read() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
