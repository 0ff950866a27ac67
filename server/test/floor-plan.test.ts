import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

/** Who may import whom. `main` knows everyone. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  main: ['main', 'fronts', 'app', 'domain', 'drivers', 'protocols', 'lib'],
  fronts: ['app', 'domain', 'protocols', 'lib'],
  app: ['app', 'domain', 'lib'],
  drivers: ['domain', 'lib'],
  protocols: ['lib'],
  domain: ['domain'],
  lib: ['lib'],
}
const SRC = join(import.meta.dirname, '..', 'src')
const IMPORT = /^(?:import|export)\s[^'";]*?from\s+'(\.[^']+\.ts)'|(?:import|new URL)\('(\.[^']+\.ts)'/gm

/** The floor of a file, and the room on it where floors have rooms: fronts/smtp, drivers/sqlite. */
function place(file: string): { floor: string; room: string } {
  const [floor = '', room = ''] = relative(SRC, file).split('/')
  return { floor, room: ['fronts', 'protocols', 'drivers'].includes(floor) ? `${floor}/${room}` : floor }
}

function breaches(file: string): string[] {
  const from = place(file)
  const source = readFileSync(file, 'utf8')
  const imports = [...source.matchAll(IMPORT)].map((found) =>
    join(dirname(file), found.slice(1).find(Boolean) as string),
  )
  const wrong = imports.filter((target) => {
    const to = place(target)
    return to.room !== from.room && !MAY_IMPORT[from.floor]?.includes(to.floor)
  })
  // A front goes through `Mail`: the store is none of its business.
  if (from.floor === 'fronts' && /import[^;]*\bStore\b[^;]*domain\/ports/.test(source)) wrong.push('the Store port')
  return wrong.map((target) => `${relative(SRC, file)} imports ${relative(SRC, target)}`)
}

test('every import stays on its floor or goes down by an allowed stair', () => {
  // Tests may stand on any floor: they put real parts together.
  const files = globSync(join(SRC, '**/*.ts')).filter((file) => !/\/test-[^/]*\.ts$|\.test\.ts$|\.d\.ts$/.test(file))
  assert.ok(files.length > 50, `only ${files.length} files were read`)
  assert.deepEqual(new Set(files.map((file) => place(file).floor)), new Set(Object.keys(MAY_IMPORT)))
  assert.deepEqual(files.flatMap(breaches), [])
})
