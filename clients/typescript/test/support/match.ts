import assert from 'node:assert/strict'

type Json = unknown

const OPERATORS: Readonly<Record<string, (actual: Json, wanted: Json, where: string) => void>> = {
  $matches: (actual, wanted, where) => assert.match(String(actual), new RegExp(String(wanted), 'u'), where),
  $length: (actual, wanted, where) => assert.equal((actual as Json[]).length, wanted, where),
  $at_least: (actual, wanted, where) => assert.ok(Number(actual) >= Number(wanted), `${where}: ${actual} < ${wanted}`),
  $keys: (actual, wanted, where) =>
    assert.deepEqual(Object.keys(actual as object).sort(), [...(wanted as string[])].sort(), where),
  $not: (actual, wanted, where) => assert.ok(!doesMatch(actual, wanted), `${where}: ${JSON.stringify(actual)}`),
  $includes: (actual, wanted, where) => {
    for (const one of wanted as Json[]) {
      const found = (actual as Json[]).some((item) => doesMatch(item, one))
      assert.ok(found, `${where}: nothing in it is like ${JSON.stringify(one)}`)
    }
  },
}

/** The `expect` of a step, as clients/scenarios/README.md has it. */
export function assertMatches(actual: Json, wanted: Json, where: string): void {
  if (Array.isArray(wanted)) {
    assert.ok(Array.isArray(actual), `${where}: ${JSON.stringify(actual)} is no list`)
    assert.equal(actual.length, wanted.length, `${where}: ${JSON.stringify(actual)}`)
    for (const [at, one] of wanted.entries()) assertMatches(actual[at], one, `${where}[${at}]`)
  } else if (typeof wanted === 'object' && wanted !== null) {
    for (const [name, one] of Object.entries(wanted)) {
      const operator = OPERATORS[name]
      if (operator) operator(actual, one, `${where} ${name}`)
      else assertMatches((actual as Record<string, Json> | null)?.[name], one, `${where}.${name}`)
    }
  } else {
    assert.deepEqual(actual, wanted, where)
  }
}

function doesMatch(actual: Json, wanted: Json): boolean {
  try {
    assertMatches(actual, wanted, '')
    return true
  } catch (error) {
    if (error instanceof assert.AssertionError) return false
    throw error
  }
}
