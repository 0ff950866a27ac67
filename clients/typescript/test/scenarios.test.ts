import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { ScenarioBench } from '../../scenarios/scenario-bench.ts'
import { Scenario } from './support/scenario.ts'

const FOLDER = new URL('../../scenarios/', import.meta.url)
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== 'webhook-signatures.json')

let bench: ScenarioBench
before(async () => {
  bench = await ScenarioBench.open()
})
after(() => bench[Symbol.asyncDispose]())

assert.ok(FILES.length > 10)
for (const file of FILES) {
  const { name, steps } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
  test(`${file}: ${name}`, () => new Scenario(bench).run(steps))
}
